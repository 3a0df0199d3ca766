/** Random picks (机选). */
import type { Line } from '../../descriptions/types.ts';
import type { GameRuntime } from './runtime.ts';
import { filled } from './text.ts';

/** How many bets one may have picked at once (specification section 9). */
export const RANDOM_COUNTS = [1, 5, 10] as const;

/** Uniform on 0..n-1 from the device's cryptographic source, by rejection: no value is likelier than another. */
export function uniform(n: number): number {
  if (n <= 1) return 0;
  const space = 2 ** 32;
  const limit = space - (space % n);
  const word = new Uint32Array(1);
  do crypto.getRandomValues(word);
  while ((word[0] as number) >= limit);
  return (word[0] as number) % n;
}

/** `count` random bets of the play on the board, each a line of its own. */
export function randomLines(runtime: GameRuntime, count: number): Line[] {
  const { compiled } = runtime.version.get();
  const play = compiled.play(runtime.play().code);
  return play ? Array.from({ length: count }, () => play.random(uniform)) : [];
}

/** A random bet onto the board, in place of what is there; to typed bets it is added, for what one typed is not to be lost. */
export function randomOntoBoard(runtime: GameRuntime): void {
  const [line] = randomLines(runtime, 1);
  if (!line) return;
  const { picks } = runtime.selection.getSnapshot().context;
  const typed = runtime.play().areas.find((area) => area.kind === 'lines')?.id;
  const before = (typed && picks[typed]) || [];
  const kept =
    typed && before.length > 0 ? { ...line.picks, ...filled(picks), [typed]: [...before, ...(line.picks[typed] ?? [])] } : line.picks;
  runtime.selection.send({ type: 'REPLACE', picks: kept, bankers: line.bankers ?? {} });
}
