/**
 * Messages on the phone while the app is closed (web push). Requested from a row of the settings only, never at a start; the server gets
 * the subscription (docs/installed-app.md).
 */
import type { Refusal } from '../../engine/screens/core/contract.ts';
import type { AnswerOf } from '../../protocol/calls/define.ts';
import type { msgSettings } from '../../protocol/calls/notices.ts';
import type { Platform } from '../platform/index.ts';
import { PUSH_PLAYER_KEY, WORKER_URL } from './installed.ts';
import { toast } from './ui.ts';

type Settings = AnswerOf<typeof msgSettings>;

const DENIED = '通知权限已关闭，请先在浏览器或系统设置中允许通知';
const UNREACHABLE = '通知开启失败，请检查网络后重试';

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

const sameKey = (held: ArrayBuffer | null | undefined, key: string): boolean =>
  held !== null && held !== undefined && String(new Uint8Array(held)) === String(bytesOf(key));

/** The browser's subscription under a key. One under another key is of no use any more, and gives way. */
async function subscribed(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(WORKER_URL, { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const held = await pushManager.getSubscription();
  if (held && sameKey(held.options.applicationServerKey, key)) return held;
  await held?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}

async function tellServer(platform: Platform, subscription: PushSubscription) {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return platform.call<Settings>('/api/SiteMsg/PushOn', { endpoint, p256dh, auth }, { method: 'POST', quiet: true });
}

/** No more messages on this phone. */
export async function pushOff(platform: Platform): Promise<boolean | Refusal> {
  platform.storage.remove(PUSH_PLAYER_KEY);
  const answer = await platform.call<Settings>('/api/SiteMsg/PushOff', {}, { method: 'POST', quiet: true });
  const held = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  await held?.unsubscribe().catch(() => false);
  if (!answer.ok) return answer;
  toast('通知已关闭', { icon: 'success' });
  return true;
}

/** Messages on this phone; the browser asks the player. `key`: of the server, under which the browser subscribes. */
export async function pushOn(platform: Platform, key: string): Promise<boolean | Refusal> {
  const { storage, session } = platform;
  if ((await Notification.requestPermission()) !== 'granted') {
    toast(DENIED, { ms: 4_000 });
    return false;
  }
  let subscription: PushSubscription;
  try {
    subscription = await subscribed(key);
  } catch (error) {
    console.warn(error);
    toast(UNREACHABLE, { icon: 'fail' });
    return false;
  }
  const answer = await tellServer(platform, subscription);
  if (!answer.ok) return answer;
  storage.set(PUSH_PLAYER_KEY, session.mid);
  toast('通知已开启', { icon: 'success' });
  return true;
}

/**
 * At a start, for players with messages on this phone: browsers change addresses by themselves, and an expired login deleted the address.
 * It shows no question.
 */
export async function renewPush(platform: Platform): Promise<void> {
  const { storage, session } = platform;
  if (!session.loggedIn || storage.get(PUSH_PLAYER_KEY) !== session.mid || Notification.permission !== 'granted') return;
  const settings = await platform.call<Settings>('/api/SiteMsg/MsgSettings', {}, { quiet: true });
  if (!settings.ok) return;
  const { key, here } = settings.models.push;
  const { pushManager } = await navigator.serviceWorker.ready;
  const held = await pushManager.getSubscription();
  if (here && held && sameKey(held.options.applicationServerKey, key)) return;
  await tellServer(platform, await subscribed(key));
}
