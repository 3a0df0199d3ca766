/** Random picks (机选). */
import type { Line } from '../../descriptions/types.ts';
import type { GameRuntime } from './runtime.ts';
import { nonEmptyPicks } from './text.ts';

/** How many bets one may have picked at once (specification section 9). */
export const RANDOM_COUNTS = [1, 5, 10] as const;

/** Uniform on 0..n-1 from the device's cryptographic source, by rejection: no value is likelier than another. */
export function randomBelow(n: number): number {
  if (n <= 1) return 0;
  const space = 2 ** 32;
  const limit = space - (space % n);
  const word = new Uint32Array(1);
  do crypto.getRandomValues(word);
  while ((word[0] as number) >= limit);
  return (word[0] as number) % n;
}

/** The same for two lines of one bet that are the same bet: order says nothing, nor which of its numbers are bankers. */
function betOf({ picks, bankers = {} }: Line): string {
  const areas = [...new Set([...Object.keys(picks), ...Object.keys(bankers)])].sort();
  return JSON.stringify(areas.map((area) => [area, [...(picks[area] ?? []), ...(bankers[area] ?? [])].map(String).sort()]));
}

/** Draws for each bet that is to differ from those before: where a play has fewer different bets, it is not looked for for ever. */
const DRAWS = 200;

/** `count` random bets of the play on the board, each a line of its own and another than the ones before while the play has any. */
export function randomLines(runtime: GameRuntime, count: number): Line[] {
  const { compiled } = runtime.version.get();
  const play = compiled.play(runtime.play().code);
  if (!play) return [];
  const seen = new Set<string>();
  return Array.from({ length: count }, () => {
    let line = play.random(randomBelow);
    for (let draw = 1; draw < DRAWS && seen.has(betOf(line)); draw += 1) line = play.random(randomBelow);
    seen.add(betOf(line));
    return runtime.sold(line);
  });
}

/** A random bet onto the board, in place of the present picks; typed bets are kept and it is added to them. */
export function randomOntoBoard(runtime: GameRuntime): void {
  const [line] = randomLines(runtime, 1);
  if (!line) return;
  const { picks } = runtime.selection.getSnapshot().context;
  const typed = runtime.play().areas.find((area) => area.kind === 'lines')?.id;
  const before = (typed && picks[typed]) || [];
  const newPicks =
    typed && before.length > 0
      ? { ...line.picks, ...nonEmptyPicks(picks), [typed]: [...before, ...(line.picks[typed] ?? [])] }
      : line.picks;
  runtime.selection.send({ type: 'REPLACE', picks: newPicks, bankers: line.bankers ?? {} });
}
