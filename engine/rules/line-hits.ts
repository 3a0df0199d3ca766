/**
 * Which picks of a line count in a draw (SPEC.md, R17): what is lit up when the line is shown beside the result. Every line is looked at
 * by itself, since what two lines have between them wins nothing.
 */
import type { Draw, Line } from '../descriptions/types.ts';
import { compilePlay } from './compile.ts';
import { ruleKindOf } from './kinds/draws/table.ts';
import type { LineHits } from './kinds/kind.ts';
import type { CompiledGame } from './types.ts';

/** Picks that count in the draw; nothing for a line of a play that the game does not have. */
export function lineHits(compiled: CompiledGame, line: Line, draw: Draw): LineHits {
  const play = compiled.play(line.play);
  const kind = play && ruleKindOf(play.play.rule);
  if (!kind) return {};
  const { zones } = compiled.game.draw;
  const { rule } = play.play;
  const single = kind.single?.(rule, play.play);
  const judge = single ? compilePlay(compiled.game, single) : play;
  const hits = kind.hits(rule, {
    line,
    own: (area) => [...(line.bankers?.[area] ?? []), ...(line.picks[area] ?? [])],
    drawn: ({ zone, places }) => {
      const numbers = draw.numbers[zone] ?? [];
      if (!places) return numbers;
      const ids = zones.find(({ id }) => id === zone)?.places?.map(({ id }) => id) ?? [];
      return places.flatMap((place) => numbers[ids.indexOf(place)] ?? []);
    },
    wins: (other) => judge.settle(other, draw).size > 0,
  });
  return Object.fromEntries(Object.entries(hits).filter(([, values]) => values.length > 0));
}
