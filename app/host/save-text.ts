/** Ms after which the text may go: the browser reads it after the click is over. */
const KEPT_MS = 60_000;

/** Gives a text to the player as a file: the browser saves it, or asks where. */
export function saveText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
