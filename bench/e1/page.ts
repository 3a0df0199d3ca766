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
  /** Names of what rendered during one tap, in order. */
  rendersOfOneTap(): Promise<readonly string[]>;
  /** What the summary says. */
  summary(): string;
}

const SPREAD = 12;

export function cellsOnPage(): HTMLButtonElement[] {
  return [...document.querySelectorAll<HTMLButtonElement>('.board-grid button.pick')];
}

/** After the frame that shows the tap. */
const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

export function offer(options: { readonly watch: (onRender: (name: string) => void) => () => void }): void {
  const cells = () => {
    const all = cellsOnPage();
    return Array.from({ length: SPREAD }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / SPREAD)] as HTMLButtonElement);
  };
  window.bench = {
    ready: () => cellsOnPage().length > 0 && document.querySelector('.bet-bar__figures') !== null,
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
  };
}

/** Cells of the board: ?cells=80. */
export const cellCount = (): number => Number(new URLSearchParams(location.search).get('cells') ?? '80');

/** Fewest picks that make a bet. */
export const CHOOSE = 5;
