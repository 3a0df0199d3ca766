/**
 * The installed app: registers the service worker once the first page rests, tells it what to keep, and offers a new version or an icon on the
 * home screen. Nothing of it is loaded before the page rests, and nothing is done without a tap (docs/installed-app.md).
 */
import type { WorkerMessage } from '../../protocol/offline-cache.ts';
import type { OpenRouteMessage } from '../../protocol/push.ts';
import type { Refusal } from '../../engine/screens/core/contract.ts';
import type { Platform } from '../platform/index.ts';
import type { App } from './host.ts';
import { promptInstall, whenInstallable } from './install-prompt.ts';
import { type AppOffer, toast, ui } from './ui.ts';

export const WORKER_URL = '/sw.js';
/** The player that this phone gets messages for: a player's number. */
export const PUSH_PLAYER_KEY = 'pushFor';
/** A page that stays open asks for a new version when it is looked at again, at most this often (ms). */
const UPDATE_CHECK_MS = 30 * 60_000;
/** A worker that is asked which build it is of answers at once, or is of one that does not know the question. */
const ANSWER_MS = 2_000;
/**
 * A waiting worker takes over only when the old one has no work left: in Chromium that can take minutes. The server gives the new version to a
 * page without it, so the page waits no longer than this (ms).
 */
const TAKE_OVER_MS = 3_000;
const VISITS = 'visits';
const COUNTED = 'visitCounted';
const NOT_NOW = 'installNotNow';
/** A player that refuses an icon is not asked again for so long (ms). */
const ASK_AGAIN_MS = 30 * 86_400_000;
/** From this visit on the icon is offered. */
const MIN_VISITS = 2;

const say = (worker: ServiceWorker, message: WorkerMessage): void => worker.postMessage(message);

/** Which build a worker is of; '' when it does not say. */
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

/** One offer at a time, the new version before the icon. */
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
  // What the page loaded before the worker was there is kept too; another time it is looked whether the shell is still that of the server.
  say(active, first ? { say: 'keep', urls: performance.getEntriesByType('resource').map(({ name }) => name) } : { say: 'renew' });
}

/** A push was tapped while a page of the app is there: the page goes where it leads, and says so to the worker. */
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
  /** Runs out when the worker has not taken over in time; set only in the page in which the offer was tapped. */
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
    // A page that was loaded since is of the new version already, and its worker can be too.
    if ((await buildOf(waiting)) === build) return say(waiting, { say: 'take' });
    showOffer({
      kind: 'update',
      text: '新版本已准备好',
      label: '更新',
      take: () => {
        ui.offer = { kind: 'update', text: '正在更新', label: '更新', busy: true, take: () => {}, later: () => {} };
        const next = registration.waiting;
        // Another tab has taken it: its worker is in charge of this page too, and there is no change to wait for.
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
  // A server that was away may have come back as a newer one.
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
      // Asked and answered, whichever way: the page of the app on the home screen has it from now on.
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

/** The player wants the icon now; false when none was installed and the player saw instructions. */
export async function installNow(): Promise<boolean> {
  const outcome = await promptInstall();
  if (outcome === undefined) toast('浏览器不支持直接安装，请按下面的步骤添加到桌面');
  return outcome === 'accepted';
}

/** The player turned the switch of messages on this phone. */
export async function switchPush(platform: Platform, { on, key = '' }: Readonly<Record<string, string>>): Promise<boolean | Refusal> {
  const push = await import('./push.ts');
  return on === '1' ? push.pushOn(platform, key) : push.pushOff(platform);
}
