// The code of this view, large enough for a projector: phones that read it open the
// same position.

import { fill, h, s } from './dom.js';
import { code } from './qr.js';
import { t } from './texts.js';

/** Cells of quiet around a code, which readers need. */
const QUIET = 4;

/** @param {HTMLButtonElement} button */
export function startShare(button) {
  const dialog = h('dialog', { class: 'share', 'aria-label': t.share.name });
  const close = h('button', { type: 'button', onclick: () => dialog.close() }, t.share.close);
  document.body.append(dialog);
  button.addEventListener('click', () => {
    const here = location.href;
    const cells = code(here);
    fill(dialog,
      cells ? picture(cells) : h('p', {}, t.share.tooLong),
      h('p', { class: 'address' }, here),
      near(location.hostname) ? h('p', { class: 'note' }, t.share.near) : null,
      close);
    dialog.showModal();
    close.focus();
  });
}

/** @param {string} host */
const near = (host) => host === 'localhost' || host === '[::1]' || /^127\./.test(host);

/** @param {boolean[][]} cells */
function picture(cells) {
  const size = cells.length + 2 * QUIET;
  const dark = cells.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : []))).join('');
  return s('svg', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': t.share.picture, 'shape-rendering': 'crispEdges' },
    s('rect', { width: size, height: size, fill: '#ffffff' }), s('path', { d: dark, fill: '#000000' }));
}
