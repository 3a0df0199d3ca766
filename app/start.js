// Starts the app once the phone has painted the page that the server sent. The files of the app are on their way meanwhile; were they
// run as soon as they are there, a slow phone would show nothing until all of them had been. Plain script: the build copies it.
const { main } = document.currentScript.dataset;
const start = () => import(main);
// A page that nobody sees is not painted, and its frames do not come.
if (document.visibilityState === 'hidden') start();
else {
  requestAnimationFrame(() => setTimeout(start));
  document.addEventListener('visibilitychange', start, { once: true });
}
