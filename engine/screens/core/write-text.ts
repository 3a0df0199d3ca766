/**
 * Makes `text` what an element says that React does not render again. A text node that is there is kept: putting another one in its place
 * would have the browser ask every rule with `:has()` anew, each second for a running clock.
 */
export function replaceTextContent(element: HTMLElement, text: string): void {
  const { firstChild } = element;
  if (firstChild instanceof Text && firstChild === element.lastChild) {
    if (firstChild.data !== text) firstChild.data = text;
  } else element.textContent = text;
}
