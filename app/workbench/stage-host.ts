/**
 * The app as it was: the real shell and screens over a host that only knows a trace. No call leaves the page; what a server answered
 * is not in a trace, and the phone says so where it would have been shown.
 */
import { flushSync } from 'react-dom';
import { proxy, ref } from 'valtio/vanilla';
import type { AnyMachineSnapshot, StateValue } from 'xstate';
import { familyOf, resolveGameRoute } from '../../engine/descriptions/game-route.ts';
import { matchRoute } from '../../engine/descriptions/routes.ts';
import type { DescriptionIndex, Game } from '../../engine/descriptions/types.ts';
import type { ClockContext } from '../../engine/machines/draw-clock.ts';
import { sessionMachine } from '../../engine/machines/session.ts';
import {
  digesterOf,
  hashText,
  MACHINES,
  pathOf,
  plainMachineId,
  type Replay,
  replay,
  type Trace,
  type TraceEvent,
} from '../../engine/replay/index.ts';
import { next } from '../../engine/replay/pure.ts';
import type { CallResult, Host } from '../../engine/screens/core/contract.ts';
import { makeRuntimesWith } from '../../engine/screens/lottery/runtimes.ts';
import { makeSportRuntimesWith, type SportRuntime, type SportVersion } from '../../engine/screens/sports/runtime.ts';
import { slicesFollow } from '../../engine/screens/core/use-slices.ts';
import { slipScope } from '../../engine/screens/lottery/submit.ts';
import { Descriptions } from '../platform/descriptions.ts';
import type { Boot } from '../host/boot.ts';
import { offsetMinutes } from '../host/brand.ts';
import type { App } from '../host/host.ts';
import { toast, ui } from '../host/ui.ts';
import type { Navigator } from '../navigation/index.ts';
import { pagesOf } from '../shell/pages.ts';
import { balanceAt } from './answers.ts';
import type { StageApi, StageState } from './stage-api.ts';
import { screenDiffers } from './stage-screen.ts';
import { sportDiffers } from './stage-sport-screen.ts';
import { baseOf, latestOf, pageMachine, shownPage } from './stage-route.ts';
import { createStageSport } from './stage-sport.ts';
import { createStageRuntime, createStageSubmissions, type Replayed, type StageGame } from './stage-runtime.ts';

const NOT_RECORDED = '录制里没有服务器答复的内容';
const PLAYER = '玩家（录制不含姓名）';
/** What stands for a screen, or for a list on one, until it is there (kit/skeleton.tsx). */
const WAITING = '.skeleton-block, .skeleton-cards, .visually-hidden[aria-busy="true"]';
/** Longest wait for a screen or its descriptions, ms: then the state is given as it is. */
const SETTLE_MS = 10_000;

/** Behind the tasks that wait now; a timer would wait 4 ms, which thousands of events feel. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

export interface Stage {
  readonly app: App;
  readonly api: StageApi;
}

export function createStage(boot: Boot): Stage {
  const { brand, routes } = boot;
  const descriptions = new Descriptions({
    fetch: (input, init) => fetch(input, init),
    origin: '',
    index: boot.index,
    documents: boot.documents,
  });
  let trace: Trace | undefined;
  let running: Replay | undefined;
  let address = '/';
  let concluded = false;
  /** The player at the desk has touched the phone since the last move. Screens also tell machines things by themselves, when they open. */
  let touched = false;
  let loading = 0;
  const lacks = new Set<string>();
  const sports = new Map<string, SportRuntime>();
  const movers = new Set<() => void>();
  const listeners = new Set<(machine: string, event: TraceEvent) => void>();
  const stored = new Map<string, string>();
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(
      type,
      ({ isTrusted }) => {
        touched ||= isTrusted;
      },
      true,
    );

  const machineNow = (id: string) => {
    const base = plainMachineId(id);
    return trace && running ? latestOf(trace, running.position, (each) => baseOf(each) === base) : undefined;
  };
  const snapshotOf = (id: string): AnyMachineSnapshot | undefined => {
    const machine = machineNow(id);
    return machine && running?.snapshot(machine.id);
  };
  const send = (id: string, event: TraceEvent): void => {
    const machine = machineNow(id);
    const before = machine && running?.snapshot(machine.id);
    const model = machine && MACHINES[machine.machine];
    if (!touched) return;
    if (!machine || !before || !model) return toast('录制到这里还没有这个模型');
    // What a screen says by itself (a text field that repeats what it holds) changes nothing, and is no branch.
    const after = next(model, before, event);
    const digest = digesterOf(machine.machine);
    if (
      pathOf(after.value as StateValue) === pathOf(before.value as StateValue) &&
      hashText(digest(after.context)) === hashText(digest(before.context))
    )
      return;
    for (const listener of listeners) listener(machine.id, event);
  };
  const replayed: Replayed = { snapshot: snapshotOf, send, onMove: (listener) => void movers.add(listener) };

  const session = proxy({ loggedIn: false, userName: '', mid: '', balanceFen: null as number | null });
  const index = proxy({ current: ref(boot.index) as DescriptionIndex });
  const during = <T>(work: Promise<T>): Promise<T> => {
    loading += 1;
    return work.finally(() => {
      loading -= 1;
    });
  };

  /** The description of the recording, when the server still has it; else the present one, and that is said. */
  async function gameOf(code: string): Promise<StageGame> {
    const hash = trace?.descriptions[code];
    if (hash) {
      const response = await fetch(`/descriptions/game/${encodeURIComponent(code)}.${encodeURIComponent(hash)}.json`, {
        credentials: 'omit',
      });
      if (response.ok) return { hash, game: (await response.json()) as Game };
    }
    const present = await descriptions.loadGame(code);
    if (present.hash !== hash) lacks.add(`${present.game.name} 按现在的描述显示，不是录制时的版本`);
    return present;
  }

  /** The same of a sports game; an older version of it is shown as it is now. */
  async function sportOf(code: string): Promise<SportVersion> {
    const present = await descriptions.loadSport(code, trace?.descriptions[code]);
    if (present.hash !== trace?.descriptions[code]) lacks.add(`${present.sport.name} 按现在的描述显示，不是录制时的版本`);
    return present;
  }

  const show = (to: string): void => {
    address = to;
    // In place: the frame's history is not the recording's.
    if (location.pathname + location.search !== to) history.replaceState(null, '', to);
  };
  const go = (to: string, direction: 'forward' | 'backward'): void => {
    const machine = trace && running && pageMachine(trace, running.position);
    // A trace with pages goes on as another branch; without, the phone only looks around.
    if (machine) send(baseOf(machine), { type: 'ARRIVE', address: to, direction, still: true });
    else if (touched) show(to);
  };
  const back = (): void => {
    const been = (trace?.events ?? [])
      .slice(0, running?.position)
      .flatMap(({ event }) => (event.type === 'ARRIVE' ? [String(event.address)] : []));
    go(been.findLast((each) => each !== address) ?? '/', 'backward');
  };
  const openGame = (key: string): boolean => {
    const game = index.current.games.find(({ code }) => code.toLowerCase() === key.toLowerCase());
    const route = resolveGameRoute(routes.gameKeys, key, familyOf(game));
    if (!route || !('to' in route)) return false;
    go(route.to, 'forward');
    return true;
  };
  const aside = (): void => toast('回放不做这件事：它会离开录制');

  const host: Host = {
    brand,
    session,
    index,
    storage: {
      get: (key) => stored.get(key) ?? null,
      set: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
    },
    offsetMinutes: offsetMinutes(brand.utcOffset),
    gameCalls: { page: 'page', bet: 'bet', chase: 'chase' },
    loadGame: (code) => during(gameOf(code)),
    loadDocument: (kind, code, hash) => during(descriptions.loadDocument(kind, code, hash)),
    call: async <T>(): Promise<CallResult<T>> => ({ ok: false, status: -1, msg: NOT_RECORDED, inDoubt: false }),
    submissions: createStageSubmissions(replayed),
    navigate: (to) => go(to, 'forward'),
    back,
    openGame,
    openMenu: aside,
    perform: async () => {
      aside();
      return false;
    },
    toast,
    now: () => {
      const clocks = (trace?.machines ?? []).filter(({ machine }) => machine === 'drawClock');
      const times = clocks.map(({ id }) => (running?.snapshot(id)?.context as ClockContext | undefined)?.now ?? 0);
      return Math.max(...times, (trace?.started ?? 0) + (trace?.events[(running?.position ?? 0) - 1]?.at ?? 0));
    },
    on: () => () => {},
  };
  makeSportRuntimesWith(host, (code) =>
    during(
      sportOf(code).then((sport) => {
        const runtime = createStageSport(host, code, sport, replayed, () => trace);
        sports.set(code, runtime);
        return runtime;
      }),
    ),
  );
  makeRuntimesWith(host, (code) => during(gameOf(code).then((game) => createStageRuntime(host, code, game, replayed))));

  const navigator: Navigator = {
    navigate: (to) => go(to, 'forward'),
    back,
    openGame,
    openMenus: async (codes) => new Set(codes),
    openMenu: async () => aside(),
    openTarget: (target) => (target.startsWith('game:') ? void openGame(target.slice(5)) : go(target, 'forward')),
    launch: async () => aside(),
    openFrame: () => false,
    // The guard has decided when it was recorded.
    admit: (path) => {
      const match = matchRoute(routes, path);
      return match ? { show: match } : { unknown: path };
    },
    toLogin: () => {},
    arrive: () => 'none',
    renamed: () => {},
  };

  /** Puts the present position onto the phone. */
  function put(): void {
    if (!trace || !running) return;
    touched = false;
    const player = snapshotOf(sessionMachine.id);
    const playing = player?.matches('player') === true;
    session.loggedIn = playing;
    session.userName = playing ? PLAYER : '';
    session.mid = playing ? 'recorded' : '';
    session.balanceFen = playing ? balanceAt(trace, running.position) : null;
    const page = shownPage(trace, running, routes, index.current);
    concluded = page.concluded;
    if (ui.tab !== page.tab) ui.tab = page.tab;
    ui.toast = null;
    show(page.address);
    // Drawn before anybody looks: outside of an event React would draw in a task of its own, after others.
    flushSync(() => {
      for (const move of movers) move();
    });
  }

  const app: App = {
    boot,
    host,
    navigator,
    platform: undefined as never,
    openTab: (tab) => {
      const machine = trace && running && pageMachine(trace, running.position);
      if (machine) send(baseOf(machine), { type: 'TAB', index: tab });
    },
  };

  const busy = (): boolean => {
    const page = [...document.querySelectorAll('.layer:not([aria-hidden])')].at(-1) ?? document.body;
    return (
      loading > 0 || !pagesOf(app).stand() || slicesFollow() || !page.querySelector('.page__main') || page.querySelector(WAITING) !== null
    );
  };

  /** False when something was still loading at the end of the wait. */
  async function settled(): Promise<boolean> {
    // React takes what stores say in a microtask, and effects follow in a task.
    await nextTask();
    await nextTask();
    const until = performance.now() + SETTLE_MS;
    while (busy() && performance.now() < until) await new Promise((resolve) => requestAnimationFrame(resolve));
    return !busy();
  }

  async function state(): Promise<StageState> {
    const whole = await settled();
    const position = running?.position ?? 0;
    const found = running?.divergence();
    const code = gameCodeOf();
    const part = (name: string) => snapshotOf(name === 'submission' ? `submission.${slipScope(code)}` : `${name}.${code}`);
    const sport = sports.get(code);
    const differs = code === '' ? [] : sport ? sportDiffers(document, sport, part) : screenDiffers(document, part);
    if (!whole) differs.push(`the page was still loading after ${SETTLE_MS / 1000} s`);
    const missing = [...lacks, ...(document.body.textContent?.includes(NOT_RECORDED) ? [NOT_RECORDED] : [])];
    return {
      position,
      address,
      concluded,
      divergence: found && found.index < position ? found : undefined,
      glass: differs,
      lacks: missing,
    };
  }

  /** The game of the page that is open, by its code; '' for a page of none. */
  function gameCodeOf(): string {
    const match = matchRoute(routes, address);
    const written = Object.entries(match?.params ?? {}).find(([name]) => /^game/i.test(name))?.[1] ?? '';
    return index.current.games.find(({ code }) => code.toLowerCase() === written.toLowerCase())?.code ?? '';
  }

  return {
    app,
    api: {
      load(next) {
        running = replay(next, MACHINES);
        // What was loaded stays for as long as this page, and with it what has to be said of it: a branch is of the same recording.
        if (JSON.stringify(next.descriptions) !== JSON.stringify(trace?.descriptions)) lacks.clear();
        trace = next;
        put();
        return state();
      },
      seek(n) {
        running?.seek(n);
        put();
        return state();
      },
      onSent: (listener) => void listeners.add(listener),
    },
  };
}
