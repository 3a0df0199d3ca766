/** Ms after which what is saved may go: the browser reads it after the click is over. */
const KEPT_MS = 60_000;

/** Gives a file to the player: the browser saves it, or asks where. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
