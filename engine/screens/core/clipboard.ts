/** Copying and sharing: loaded when somebody does it. Both resolve false when it did not happen. */
import type { Host } from './contract.ts';

/** `done`: the message afterwards. */
export async function copyText(host: Host, text: string, done = '已复制'): Promise<boolean> {
  const copied = await write(text);
  if (copied) host.toast(done, { icon: 'success' });
  else host.toast('复制失败，请长按手动复制', { icon: 'fail' });
  return copied;
}

/** Browsers give `navigator.clipboard` to pages of HTTPS and of the same machine alone; every page may copy what is selected in it. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return typeof document !== 'undefined' && writeSelected(text);
  }
}

function writeSelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  // No keyboard comes up for it, and nothing moves.
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Beside an open dialog nothing can be selected.
  (before?.closest('dialog') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}

/** `url`: an address, also one within this site. The receiver has no base to resolve it against, so the whole address is copied. */
export async function shareLink(host: Host, title: string, text: string, url: string): Promise<boolean> {
  const address = url && new URL(url, location.href).href;
  const copied = (): Promise<boolean> => copyText(host, [title, text, address].filter(Boolean).join('\n'), '已复制，可粘贴给好友');
  if (typeof navigator.share !== 'function') return copied();
  try {
    await navigator.share({ title, ...(text ? { text } : {}), ...(address ? { url: address } : {}) });
    return true;
  } catch (error) {
    // Closing the share menu is an answer too.
    if (error instanceof DOMException && error.name === 'AbortError') return false;
    return copied();
  }
}
