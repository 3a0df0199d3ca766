/**
 * Sets the text of an element that React does not render again. It changes the data of an existing text node. Replacing the node would make
 * the browser evaluate every CSS rule with `:has()` again, for a running clock each second.
 */
export function replaceTextContent(element: HTMLElement, text: string): void {
  const { firstChild } = element;
  if (firstChild instanceof Text && firstChild === element.lastChild) {
    if (firstChild.data !== text) firstChild.data = text;
  } else element.textContent = text;
}
