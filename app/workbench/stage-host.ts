/**
 * The app as it was: the real shell and screens over a host that only knows a trace. No call leaves the page; what a server answered
 * is not in a trace, and the phone says so where it would have been shown.
 */
import { proxy, ref } from 'valtio/vanilla';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import { sessionMachine } from '../../engine/machines/session.ts';
import type { CallResult, Host } from '../../engine/screens/core/contract.ts';
import { makeRuntimesWith } from '../../engine/screens/lottery/runtimes.ts';
import { slipScope } from '../../engine/screens/slip/calls.ts';
import { makeSportRuntimesWith, type SportRuntime } from '../../engine/screens/sports/runtime.ts';
import type { Boot } from '../host/boot.ts';
import { offsetMinutes } from '../host/brand.ts';
import type { App } from '../host/host.ts';
import { toast, ui } from '../host/ui.ts';
import { balanceAt } from './answers.ts';
import { Playback } from './playback.ts';
import { RecordedDescriptions } from './recorded-descriptions.ts';
import type { StageApi, StageState } from './stage-api.ts';
import { refuseInReplay, StagePages, stageNavigator } from './stage-pages.ts';
import { createStageRuntime, createStageSubmissions } from './stage-runtime.ts';
import { screenDifferences } from './stage-screen.ts';
import { SETTLE_TIMEOUT_MS, stageSettled } from './stage-settled.ts';
import { createStageSport } from './stage-sport.ts';
import { sportScreenDifferences } from './stage-sport-screen.ts';

const NOT_RECORDED = '录制里没有服务器答复的内容';
const PLAYER = '玩家（录制不含姓名）';

export interface ReplayStage {
  readonly app: App;
  readonly api: StageApi;
}

/** What the parts of the stage share. */
interface Parts {
  readonly boot: Boot;
  readonly playback: Playback;
  readonly descriptions: RecordedDescriptions;
  readonly pages: StagePages;
}

export function createReplayStage(boot: Boot): ReplayStage {
  const playback = new Playback();
  const parts: Parts = { boot, playback, descriptions: new RecordedDescriptions(boot, playback), pages: new StagePages(boot, playback) };
  const host = stageHost(parts);
  const sports = makeRuntimes(host, parts);
  const app: App = {
    boot,
    host,
    navigator: stageNavigator(boot, parts.pages),
    platform: undefined as never,
    openTab: (tab) => parts.pages.openTab(tab),
  };
  return { app, api: stageApi(app, parts, sports) };
}

function stageHost({ boot, playback, descriptions, pages }: Parts): Host {
  const stored = new Map<string, string>();
  return {
    brand: boot.brand,
    session: proxy({ loggedIn: false, userName: '', mid: '', balanceFen: null as number | null }),
    index: proxy({ current: ref(boot.index) as DescriptionIndex }),
    storage: {
      get: (key) => stored.get(key) ?? null,
      set: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
    },
    offsetMinutes: offsetMinutes(boot.brand.utcOffset),
    gameCalls: { page: 'page', bet: 'bet', chase: 'chase' },
    loadGame: (code) => descriptions.during(descriptions.game(code)),
    loadDocument: (kind, code, hash) => descriptions.during(descriptions.document(kind, code, hash)),
    call: async <T>(): Promise<CallResult<T>> => ({ ok: false, status: -1, msg: NOT_RECORDED, inDoubt: false }),
    submissions: createStageSubmissions(playback),
    navigate: (to) => pages.go(to, 'forward'),
    back: () => pages.back(),
    openGame: (key) => pages.openGame(key),
    openMenu: refuseInReplay,
    perform: async () => {
      refuseInReplay();
      return false;
    },
    toast,
    now: () => playback.now(),
    on: () => () => {},
  };
}

/** Games open with the machines of the trace. The result has the sports games that were opened, by code. */
function makeRuntimes(host: Host, { playback, descriptions }: Parts): ReadonlyMap<string, SportRuntime> {
  const sports = new Map<string, SportRuntime>();
  makeSportRuntimesWith(host, (code) =>
    descriptions.during(
      descriptions.sport(code).then((sport) => {
        const runtime = createStageSport(host, code, sport, playback, () => playback.trace);
        sports.set(code, runtime);
        return runtime;
      }),
    ),
  );
  makeRuntimesWith(host, (code) =>
    descriptions.during(descriptions.game(code).then((game) => createStageRuntime(host, code, game, playback))),
  );
  return sports;
}

function stageApi(app: App, parts: Parts, sports: ReadonlyMap<string, SportRuntime>): StageApi {
  const { playback, descriptions } = parts;
  /** Puts the present position onto the phone, and waits until it is drawn. */
  const show = (): Promise<StageState> => {
    showPosition(app.host, parts);
    return stateOf(app, parts, sports);
  };
  return {
    load(next) {
      const before = playback.trace;
      playback.load(next);
      // The page keeps the versions that it loaded, and with them the words for those that are missing: a branch is of the same recording.
      if (JSON.stringify(next.descriptions) !== JSON.stringify(before?.descriptions)) descriptions.forgetMissing();
      return show();
    },
    seek(n) {
      playback.seek(n);
      return show();
    },
    onSent: (listener) => playback.onSent(listener),
  };
}

function showPosition({ session }: Host, { playback, pages }: Parts): void {
  const { trace } = playback;
  if (!trace) return;
  playback.touched = false;
  const playing = playback.snapshot(sessionMachine.id)?.matches('player') === true;
  session.loggedIn = playing;
  session.userName = playing ? PLAYER : '';
  session.mid = playing ? 'recorded' : '';
  session.balanceFen = playing ? balanceAt(trace, playback.position) : null;
  ui.toast = null;
  pages.showPosition();
  playback.drawMove();
}

async function stateOf(app: App, parts: Parts, sports: ReadonlyMap<string, SportRuntime>): Promise<StageState> {
  const { playback, descriptions, pages } = parts;
  const isWhole = await stageSettled(app, () => descriptions.loading);
  const { position } = playback;
  const divergence = playback.loaded?.running.divergence();
  const glass = glassDiffers(parts, sports);
  if (!isWhole) glass.push(`the page was still loading after ${SETTLE_TIMEOUT_MS / 1000} s`);
  return {
    position,
    address: pages.address,
    concluded: pages.concluded,
    divergence: divergence && divergence.index < position ? divergence : undefined,
    glass,
    lacks: [...descriptions.missing, ...(document.body.textContent?.includes(NOT_RECORDED) ? [NOT_RECORDED] : [])],
  };
}

/** Where the page of a game shows something else than its machines say, in words. */
function glassDiffers({ playback, pages }: Parts, sports: ReadonlyMap<string, SportRuntime>): string[] {
  const code = pages.gameCode();
  if (code === '') return [];
  const machine = (part: string) => playback.snapshot(part === 'submission' ? `submission.${slipScope(code)}` : `${part}.${code}`);
  const sport = sports.get(code);
  return sport ? sportScreenDifferences(document, sport, machine) : screenDifferences(document, machine);
}
