// Starts the app once the phone has painted the page that the server sent. The files of the app are on their way meanwhile; were they
// run as soon as they are there, a slow phone would show nothing until all of them had been. Plain script: the build copies it.
const { main } = document.currentScript.dataset;
const help = document.querySelector('.splash__help');
/** Says below the brand why there is nothing else, above the way to load the page once more. */
const say = (text) => {
  if (!help) return;
  help.firstChild.textContent = text;
  help.classList.add('splash__help--now');
};
// What the app and its style sheets are written with (README.md names the browsers). It is started anyhow: much of it may work.
const old = !Object.hasOwn || !Array.prototype.toSorted || !CSS.supports('color', 'color-mix(in srgb, red, red)');
if (old) say('浏览器版本较旧，请更新后再打开');
const incomplete = () => {
  if (!old) say('页面没有加载完整，请检查网络');
  // A browser does not ask again for a file that it could not load; the page has to be loaded anew.
  addEventListener('online', () => location.reload());
};
/** Of one that did not come there is no sheet, or one that nobody may read. */
const isThere = ({ sheet }) => {
  try {
    return sheet.cssRules.length >= 0;
  } catch {
    return false;
  }
};
const start = () => {
  // By now every style sheet of the page has come or failed; without one the app would be a heap of words.
  if (![...document.querySelectorAll('link[rel="stylesheet"]')].every(isThere)) return incomplete();
  import(main).catch((error) => {
    incomplete();
    console.warn(error);
  });
};
// A page that nobody sees is not painted, and its frames do not come.
if (document.visibilityState === 'hidden') start();
else {
  requestAnimationFrame(() => setTimeout(start));
  document.addEventListener('visibilitychange', start, { once: true });
}
