/** The page that the phone shows, and where a tap leads from it. */
import { familyOf, resolveGameRoute } from '../../engine/descriptions/game-route.ts';
import { matchRoute } from '../../engine/descriptions/routes.ts';
import type { Boot } from '../host/boot.ts';
import { toast, ui } from '../host/ui.ts';
import type { Navigator } from '../navigation/index.ts';
import type { Playback } from './playback.ts';
import { machineBaseName, recordedPageAt } from './stage-route.ts';

export class StagePages {
  readonly #boot: Boot;
  readonly #playback: Playback;
  #address = '/';
  #concluded = false;

  constructor(boot: Boot, playback: Playback) {
    this.#boot = boot;
    this.#playback = playback;
  }

  get address(): string {
    return this.#address;
  }

  /** Whether the open page was concluded from the machines' events, because the trace does not record pages. */
  get concluded(): boolean {
    return this.#concluded;
  }

  /** Shows the page and the tab of the present position. */
  showPosition(): void {
    const { loaded } = this.#playback;
    if (!loaded) return;
    const page = recordedPageAt(loaded.trace, loaded.running, this.#boot.routes, this.#boot.index);
    this.#concluded = page.concluded;
    if (ui.tab !== page.tab) ui.tab = page.tab;
    this.#show(page.address);
  }

  go(to: string, direction: 'forward' | 'backward'): void {
    const machine = this.#playback.page();
    // In a trace with pages, the tap begins another branch. Without pages only the shown page changes, and only after a touch of the person.
    if (machine) this.#playback.send(machineBaseName(machine), { type: 'ARRIVE', address: to, direction, still: true });
    else if (this.#playback.touched) this.#show(to);
  }

  back(): void {
    const visited = (this.#playback.trace?.events ?? [])
      .slice(0, this.#playback.position)
      .flatMap(({ event }) => (event.type === 'ARRIVE' ? [String(event.address)] : []));
    this.go(visited.findLast((each) => each !== this.#address) ?? '/', 'backward');
  }

  openTab(index: number): void {
    const machine = this.#playback.page();
    if (machine) this.#playback.send(machineBaseName(machine), { type: 'TAB', index });
  }

  /** False when the key leads nowhere. */
  openGame(key: string): boolean {
    const { routes, index } = this.#boot;
    const game = index.games.find(({ code }) => code.toLowerCase() === key.toLowerCase());
    const route = resolveGameRoute(routes.gameKeys, key, familyOf(game));
    if (!route || !('to' in route)) return false;
    this.go(route.to, 'forward');
    return true;
  }

  /** The game of the page that is open, by its code; '' for a page without one. */
  gameCode(): string {
    const match = matchRoute(this.#boot.routes, this.#address);
    const written = Object.entries(match?.params ?? {}).find(([name]) => /^game/i.test(name))?.[1] ?? '';
    return this.#boot.index.games.find(({ code }) => code.toLowerCase() === written.toLowerCase())?.code ?? '';
  }

  #show(to: string): void {
    this.#address = to;
    // Replaced and not pushed, because the history of the frame is not part of the recording.
    if (location.pathname + location.search !== to) history.replaceState(null, '', to);
  }
}

/** Shows that the tapped action is not available in a replay. */
export const refuseInReplay = (): void => toast('回放不做这件事：它会离开录制');

export function stageNavigator({ routes }: Boot, pages: StagePages): Navigator {
  return {
    navigate: (to) => pages.go(to, 'forward'),
    back: () => pages.back(),
    openGame: (key) => pages.openGame(key),
    openMenus: async (codes) => new Set(codes),
    openMenu: async () => refuseInReplay(),
    openTarget: (target) => (target.startsWith('game:') ? void pages.openGame(target.slice('game:'.length)) : pages.go(target, 'forward')),
    launch: async () => refuseInReplay(),
    openFrame: () => false,
    // The login guard decided when the session was recorded.
    admit: (path) => {
      const match = matchRoute(routes, path);
      return match ? { show: match } : { unknown: path };
    },
    toLogin: () => {},
    arrive: () => 'none',
    renamed: () => {},
  };
}
