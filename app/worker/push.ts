/** Pushes as the service worker shows them, and what a tap on one opens. Apart from the browser's events (main.ts). */
import type { OpenRouteMessage, PushMessage } from '../../protocol/push.ts';

export interface NotificationContent {
  readonly title: string;
  readonly options: {
    readonly body: string;
    readonly tag: string;
    readonly icon: string;
    readonly badge: string;
    readonly lang: string;
    readonly data: { readonly to: string };
  };
}

/** Said when a push cannot be read: browsers want something to be shown for each. */
const UNREADABLE_PUSH = { title: '新消息', text: '点击前往消息中心查看', to: '/MsgCenter', tag: 'message' } as const;

/** An address of this app and of no other: one slash, since two lead to another host. */
export const safeRouteOf = (to: unknown): string => (typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : UNREADABLE_PUSH.to);

function messageOf(text: string | undefined): PushMessage {
  try {
    const { title, text: body, to, tag } = JSON.parse(text ?? '') as Partial<PushMessage>;
    if (typeof title !== 'string' || title === '') return UNREADABLE_PUSH;
    return { title, text: String(body ?? ''), to: safeRouteOf(to), tag: String(tag ?? UNREADABLE_PUSH.tag) };
  } catch {
    return UNREADABLE_PUSH;
  }
}

/** The notification of a push. `text`: its contents, undefined for none. */
export function notificationOf(text: string | undefined): NotificationContent {
  const { title, text: body, to, tag } = messageOf(text);
  return { title, options: { body, tag, icon: '/icons/192.png', badge: '/icons/192.png', lang: 'zh-CN', data: { to } } };
}

/** The part of a browser window of the app that this file uses. */
export interface AppWindow {
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: OpenRouteMessage, transfer: Transferable[]): void;
}

export interface AppWindows {
  all(): Promise<readonly AppWindow[]>;
  open(url: string): Promise<unknown>;
  after(ms: number, run: () => void): () => void;
}

/** A page that is there answers at once; one that is still starting is led there by the browser. */
const ANSWER_MS = 1_000;

/** Opens a route in a window of the app that is there, the one that is seen first, and else in a new one. */
export async function openRoute(to: unknown, { all, open, after }: AppWindows): Promise<void> {
  const route = safeRouteOf(to);
  const windows = await all();
  const window = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (window === undefined) return void (await open(route));
  await window.focus();
  const { port1, port2 } = new MessageChannel();
  const heard = await new Promise<boolean>((resolve) => {
    const stop = after(ANSWER_MS, () => resolve(false));
    port1.onmessage = () => {
      stop();
      resolve(true);
    };
    window.postMessage({ say: 'open', to: route }, [port2]);
  });
  port1.close();
  if (!heard) await window.navigate(route);
}
