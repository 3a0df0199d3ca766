/** Copying and sharing: loaded when somebody does it. Both resolve false when it did not happen. */
import type { Host } from './contract.ts';

export async function copy(host: Host, text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    host.toast(done, { icon: 'success' });
    return true;
  } catch {
    host.toast('复制失败，请长按选择', { icon: 'fail' });
    return false;
  }
}

export async function share(host: Host, title: string, text: string, url: string): Promise<boolean> {
  if (typeof navigator.share !== 'function') return copy(host, [title, text, url].filter(Boolean).join('\n'), '已复制，可粘贴给好友');
  try {
    await navigator.share({ title, ...(text ? { text } : {}), ...(url ? { url: new URL(url, location.href).href } : {}) });
    return true;
  } catch (error) {
    // Closing the share menu is an answer too.
    if (error instanceof DOMException && error.name === 'AbortError') return false;
    return copy(host, [title, text, url].filter(Boolean).join('\n'), '已复制，可粘贴给好友');
  }
}
