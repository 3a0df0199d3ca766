/** What both pages offer to the measuring program, and the way that both are tapped. */

declare global {
  interface Window {
    bench: BenchPage;
  }
}

export interface BenchPage {
  ready(): boolean;
  /** Taps cells as a finger would, one a frame, picking and unpicking a dozen spread over the board. Resolves with the number of taps. */
  tap(taps: number): Promise<number>;
  /** Names of the components that rendered during one tap, in order. */
  rendersOfOneTap(): Promise<readonly string[]>;
  /** What the summary says. */
  summary(): string;
  /** Which cells are picked. */
  picked(): string;
  /** Removes the page and draws it again from its description, `times` times. Resolves when the last frame is shown. */
  mount(times: number): Promise<void>;
}

const SPREAD = 12;

export function cellsOnPage(): HTMLButtonElement[] {
  return [...document.querySelectorAll<HTMLButtonElement>('.board-grid button.pick')];
}

/** After the frame that shows the tap. */
const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

export interface BoardUnderTest {
  readonly watch: (onRender: (name: string) => void) => () => void;
  /** Draws the board from what it is described by, with nothing picked; the returned function takes it down. */
  readonly draw: (element: HTMLElement) => () => void;
}

export function runBoardBench(options: BoardUnderTest): void {
  let remove = options.draw(document.getElementById('root') as HTMLElement);
  const cells = () => {
    const all = cellsOnPage();
    return Array.from({ length: SPREAD }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / SPREAD)] as HTMLButtonElement);
  };
  const ready = () => cellsOnPage().length === cellCount() && (!hasBar() || document.querySelector('.bet-bar__figures') !== null);
  window.bench = {
    ready,
    tap: async (taps) => {
      const chosen = cells();
      for (let i = 0; i < taps; i++) {
        chosen[i % SPREAD]?.click();
        await frame();
      }
      return taps;
    },
    rendersOfOneTap: async () => {
      const names: string[] = [];
      const stop = options.watch((name) => names.push(name));
      cells()[0]?.click();
      await frame();
      stop();
      cells()[0]?.click();
      await frame();
      return names;
    },
    summary: () => document.querySelector('.bet-bar')?.textContent ?? '',
    picked: () =>
      cellsOnPage()
        .flatMap((cell, at) => (cell.getAttribute('aria-pressed') === 'true' ? [at + 1] : []))
        .join(),
    mount: async (times) => {
      for (let i = 0; i < times; i++) {
        remove();
        const element = document.createElement('div');
        element.id = 'root';
        document.getElementById('root')?.replaceWith(element);
        remove = options.draw(element);
        while (!ready()) await frame();
        // And the frame that shows it.
        await frame();
      }
    },
  };
}

/** Cells of the board: ?cells=80. */
export const cellCount = (): number => Number(new URLSearchParams(location.search).get('cells') ?? '80');

/** The board stands over a bet bar, unless ?bar=no. */
export const hasBar = (): boolean => new URLSearchParams(location.search).get('bar') !== 'no';

/** Fewest picks that make a bet. */
export const MIN_PICKS = 5;
