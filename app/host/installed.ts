/**
 * The installed app: registers the service worker when the first page is idle, tells it which files to cache, and offers a new version or an
 * icon on the home screen. This code is loaded when the page is idle, and it changes nothing without a tap (docs/installed-app.md).
 */
import type { WorkerMessage } from '../../protocol/offline-cache.ts';
import type { OpenRouteMessage } from '../../protocol/push.ts';
import type { Refusal } from '../../engine/screens/core/contract.ts';
import type { Platform } from '../platform/index.ts';
import type { App } from './host.ts';
import { promptInstall, whenInstallable } from './install-prompt.ts';
import { type AppOffer, toast, ui } from './ui.ts';

export const WORKER_URL = '/sw.js';
/** Storage key of the user id whose push messages this phone receives. */
export const PUSH_PLAYER_KEY = 'pushFor';
/** An open page checks for a new version when it becomes visible, at most once in this time (ms). */
const UPDATE_CHECK_MS = 30 * 60_000;
/** The wait for a worker's answer about its build (ms). A worker without an answer is older than this message. */
const ANSWER_MS = 2_000;
/**
 * The longest wait for a new worker to take over (ms). In Chromium it can take minutes, until the old worker has no work left. The server
 * delivers the new version without the new worker too, so the page then simply reloads.
 */
const TAKE_OVER_MS = 3_000;
const VISITS = 'visits';
const COUNTED = 'visitCounted';
const NOT_NOW = 'installNotNow';
/** The time before the icon is offered again to a player who refused it (ms). */
const ASK_AGAIN_MS = 30 * 86_400_000;
/** From this visit on the icon is offered. */
const MIN_VISITS = 2;

const say = (worker: ServiceWorker, message: WorkerMessage): void => worker.postMessage(message);

/** The build of a worker; '' without an answer. */
function buildOf(worker: ServiceWorker): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(''), ANSWER_MS);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(String(data));
    };
    worker.postMessage({ say: 'build' } satisfies WorkerMessage, [port2]);
  });
}

/** Shows one offer at a time. A new version replaces the offer of an icon. */
function showOffer(made: AppOffer): void {
  if (ui.offer === null || made.kind === 'update') ui.offer = made;
}

export async function setUpInstalledApp(app: App): Promise<void> {
  offerIcon(app);
  const { serviceWorker } = navigator;
  const first = serviceWorker.controller === null;
  const registration = await serviceWorker.register(WORKER_URL, { updateViaCache: 'none' });
  // A browser with workers switched off rejects.
  if (!registration) return;
  offerUpdates(app, registration);
  openTappedNotifications(app);
  if (app.platform.storage.get(PUSH_PLAYER_KEY) !== null)
    void import('./push.ts').then(({ renewPush }) => renewPush(app.platform)).catch((error: unknown) => console.warn(error));
  const { active } = await serviceWorker.ready;
  if (!active) return;
  // A new worker also caches the files that the page loaded before it. A known worker checks whether its shell is still the server's.
  say(active, first ? { say: 'keep', urls: performance.getEntriesByType('resource').map(({ name }) => name) } : { say: 'renew' });
}

/** When the player taps a push message while the app is open, the page opens its target and reports this to the worker. */
function openTappedNotifications({ navigator: pages }: App): void {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<Partial<OpenRouteMessage> | null>) => {
    if (data?.say !== 'open' || typeof data.to !== 'string') return;
    ports[0]?.postMessage('opened');
    pages.navigate(data.to);
  });
}

function offerUpdates({ platform }: App, registration: ServiceWorkerRegistration): void {
  const { serviceWorker } = navigator;
  const build = document.querySelector<HTMLElement>('script[data-main]')?.dataset.main;
  /** Timer of TAKE_OVER_MS. It is set only in the page where the player accepted the update. */
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const reload = (): void => {
    clearTimeout(deadline);
    deadline = undefined;
    location.reload();
  };
  serviceWorker.addEventListener('controllerchange', () => {
    // Another tab may be in the middle of a bet, so it is not reloaded.
    if (deadline !== undefined) reload();
  });
  const show = async (waiting: ServiceWorker): Promise<void> => {
    // If the page already has the new version, its worker can take over at once.
    if ((await buildOf(waiting)) === build) return say(waiting, { say: 'take' });
    showOffer({
      kind: 'update',
      text: '新版本已准备好',
      label: '更新',
      take: () => {
        ui.offer = { kind: 'update', text: '正在更新', label: '更新', busy: true, take: () => {}, later: () => {} };
        const next = registration.waiting;
        // Another tab has activated the new worker, which also controls this page. There is no change to wait for.
        if (!next) return reload();
        deadline = setTimeout(reload, TAKE_OVER_MS);
        say(next, { say: 'take' });
      },
      later: () => {},
    });
  };
  const watch = (worker: ServiceWorker | null): void => {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && serviceWorker.controller) void show(worker);
    });
  };
  if (registration.waiting && serviceWorker.controller) void show(registration.waiting);
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));

  let looked = Date.now();
  const look = (): void => {
    looked = Date.now();
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - looked > UPDATE_CHECK_MS) look();
  });
  // After an outage the server may have a newer version.
  platform.onRecovered(look);
}

/** From the second visit on, for players with a login on a phone: the prompt must be useful and not disturb. */
function offerIcon({ platform, navigator: pages, boot, host }: App): void {
  const { storage, tabStorage, session } = platform;
  if (tabStorage.get(COUNTED) === null) {
    tabStorage.set(COUNTED, '1');
    storage.set(VISITS, String(Number(storage.get(VISITS)) + 1));
  }
  const installWay = host.device?.install;
  if (installWay !== 'ios' && installWay !== 'android') return;
  const offerNow = (take: () => void): void => {
    if (Number(storage.get(VISITS)) < MIN_VISITS || !session.loggedIn) return;
    if (Date.now() - Number(storage.get(NOT_NOW)) < ASK_AGAIN_MS) return;
    const later = (): void => storage.set(NOT_NOW, String(Date.now()));
    showOffer({
      kind: 'install',
      text: `把${boot.brand.name}添加到桌面，断网也能看开奖`,
      label: installWay === 'ios' ? '查看步骤' : '添加到桌面',
      // The player has answered. From now on only the page /EDownload offers the icon.
      take: () => {
        later();
        take();
      },
      later,
    });
  };
  if (installWay === 'ios') offerNow(() => pages.navigate('/EDownload'));
  else whenInstallable(() => offerNow(() => void promptInstall()));
}

/** Installs the icon on request. Returns false if it was not installed and the player sees instructions. */
export async function installNow(): Promise<boolean> {
  const outcome = await promptInstall();
  if (outcome === undefined) toast('浏览器不支持直接安装，请按下面的步骤添加到桌面');
  return outcome === 'accepted';
}

/** Switches push messages on this phone on or off. */
export async function switchPush(platform: Platform, { on, key = '' }: Readonly<Record<string, string>>): Promise<boolean | Refusal> {
  const push = await import('./push.ts');
  return on === '1' ? push.pushOn(platform, key) : push.pushOff(platform);
}
