/** What menu entries of types 3 and 4 do, and games that open in a frame (specification sections 2, 5 and 8). */
import type { FrameRequest } from '../../engine/machines/frame-page.ts';
import type { KeyValueStore } from '../../engine/screens/core/contract.ts';
import type { SystemStatusModels } from '../../protocol/calls.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Platform } from '../platform/index.ts';
import { ERROR_CATALOGUE, TOAST_MS } from '../platform/index.ts';

export interface ActionContext {
  readonly platform: Pick<Platform, 'call' | 'session' | 'device' | 'now' | 'version' | 'tabStorage'>;
  readonly navigate: (to: string) => void;
  readonly current: () => string;
  readonly toast: (text: string, options?: { readonly ms?: number; readonly icon?: 'success' | 'fail' | 'loading' }) => void;
  /** Asks the player a question; true if the player agrees. */
  readonly confirm: (text: string) => Promise<boolean>;
  readonly reload: () => void;
}

/** The outside page that the frame page shows. It is in tab storage and not in the address, so that no link can open a foreign page in the frame. */
export type FramePayload = FrameRequest;

export const FRAME_KEY = 'frame';
/** The tab from which the player opened an activity's page, or -1 for none (specification section 4, acti back). */
const MARKER_KEY = 'previousPage';
const FRAME_PATHS = { first: '/iframePage', second: '/iframePage2' } as const;

/** Shows an outside page. False if the address is not an http or https address. `second` is the frame page that follows the phone's orientation. */
export function openFrame(context: ActionContext, payload: FramePayload, page: keyof typeof FRAME_PATHS = 'first'): boolean {
  let parsed: URL;
  try {
    parsed = new URL(payload.url);
  } catch {
    return false;
  }
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return false;
  const { tabStorage } = context.platform;
  tabStorage.set(FRAME_KEY, JSON.stringify({ ...payload, url: parsed.href }));
  if (payload.title === 'acti') {
    const fromTabs = context.current().split(/[?#]/, 1)[0] === '/';
    writeReturnTab(tabStorage, fromTabs ? Number(tabStorage.get('currentTab') ?? 0) : -1);
  }
  context.navigate(FRAME_PATHS[page]);
  return true;
}

/** The outside page that the frame page is to show; null if none is stored, or the stored value has another form. */
export function readFrame(store: KeyValueStore): FrameRequest | null {
  try {
    const read: unknown = JSON.parse(store.get(FRAME_KEY) ?? 'null');
    if (typeof read !== 'object' || read === null || !('url' in read) || !('title' in read)) return null;
    return typeof read.url === 'string' && typeof read.title === 'string' ? (read as FrameRequest) : null;
  } catch {
    return null;
  }
}

export function readReturnTab(store: KeyValueStore): number {
  const marker = Number(store.get(MARKER_KEY) ?? -1);
  return Number.isInteger(marker) ? marker : -1;
}

export function writeReturnTab(store: KeyValueStore, marker: number): void {
  store.set(MARKER_KEY, String(marker));
}

type NamedAction = (context: ActionContext, url?: string) => void | Promise<void>;

/** Actions of menu entries, by their names in the menu catalogue. */
export const MENU_ACTIONS: Readonly<Record<string, NamedAction>> = {
  async Kefu(context) {
    const { platform, toast } = context;
    const { session, device } = platform;
    const info = {
      RDUID: device.rduid ?? '',
      Account: session.loggedIn ? session.userName : '未登录',
      Time: new Date(platform.now()).toISOString(),
      IP: device.ip ?? '',
    };
    // The common parameters have the mid of a logged-in player already, and the server refuses a parameter that occurs twice.
    const params = { ...(session.loggedIn ? {} : { mid: '' }), page: context.current(), ClientInfo: JSON.stringify(info) };
    const result = await platform.call<string | null>('/api/SystemConfig/GetKFUrl', params, { quiet: true });
    // A server without customer service answers notFound, without a message for players. So the fallback text is shown.
    if (!result.ok && result.status > 0 && result.status !== STATUS.notFound) toast(result.msg, { ms: TOAST_MS });
    else if (!result.ok || !result.models || !openFrame(context, { title: 'kefu', url: result.models })) {
      toast(ERROR_CATALOGUE.customerService.text, { ms: TOAST_MS });
    }
  },
  Bifen(context, url) {
    if (!url || !openFrame(context, { title: '比分直播', url })) context.toast(ERROR_CATALOGUE.comingSoon.text, { ms: TOAST_MS });
  },
  async CheckUpdate(context) {
    const { platform, toast } = context;
    const result = await platform.call<SystemStatusModels>('/api/SystemConfig/CheckSystemStatus', {}, { quiet: true });
    if (!result.ok) toast(result.msg, { ms: TOAST_MS });
    else if (result.models.maintenance) context.navigate('/maintaining');
    else if (result.models.version <= platform.version) toast('已是最新版本', { ms: TOAST_MS, icon: 'success' });
    else if (await context.confirm('发现新版本，现在更新？')) context.reload();
  },
  FixEnternet(context) {
    context.navigate('/testspeed');
  },
};

/** Opens a third-party game. The player must be logged in. */
export async function launchGame(context: ActionContext, gamecode: string, company: string, page?: string): Promise<void> {
  const result = await context.platform.call<string>('/api/lottery/LaunchUrl', { gamecode, company });
  if (result.ok && typeof result.models === 'string') {
    if (openFrame(context, { title: 'game', url: result.models, gamecode, company }, page === '2' ? 'second' : 'first')) return;
  }
  if (!result.ok && result.status <= 0) return;
  context.toast(result.ok ? ERROR_CATALOGUE.default.text : result.msg, { ms: TOAST_MS, icon: 'fail' });
}
