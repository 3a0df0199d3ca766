// The page-message protocol: { frame: 1, type: 'login' | 'yuEBao' | 'goHome' } to the window that frames this page.
// Nothing secret is in a message, and which app frames the page is not known to it, so any origin may receive it.
for (const button of document.querySelectorAll('[data-message]')) {
  ready(button, () => window.parent.postMessage({ frame: 1, type: button.dataset.message }, '*'));
}

/** A button is disabled in the page until its script is here: a tap before that would be lost without a word. */
export function ready(button, press) {
  button.addEventListener('click', press);
  button.disabled = false;
}

/** A whole number from 0 to `below` - 1, each as likely. */
export function pick(below) {
  const limit = Math.floor(0x1_0000_0000 / below) * below;
  const draw = new Uint32Array(1);
  do crypto.getRandomValues(draw);
  while (draw[0] >= limit);
  return draw[0] % below;
}
