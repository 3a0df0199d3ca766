import { gameAt } from '../../../../descriptions/sets.ts';
import { wallClock } from '../../../../descriptions/periods.ts';
import type { ChasePart } from '../../../../machines/chase.ts';
import { playOf, type Version } from '../../runtime.ts';

export interface TableTurn {
  /** The first issue by other tables. */
  readonly issue: string;
  /** What the description calls them. */
  readonly name: string;
}

/** Where a chase reaches other tables of a named set (another year's 生肖), so that a bet on the plays `codes` means other numbers from there on. */
export function tableTurns(
  { described }: Pick<Version, 'described'>,
  plan: readonly ChasePart[],
  codes: readonly string[],
): readonly TableTurn[] {
  if (!described?.sets) return [];
  const { sets, schedule } = described;
  const turns: TableTurn[] = [];
  const meaningAt = (drawsAt: number): string =>
    JSON.stringify(
      codes.map((code) => {
        const play = playOf(gameAt(described, drawsAt), code);
        return [play?.areas, play?.rule];
      }),
    );
  let before: { readonly game: object; readonly meaning: string } | undefined;
  for (const { issue, drawsAt } of plan) {
    const game = gameAt(described, drawsAt);
    if (before?.game === game) continue;
    const meaning = meaningAt(drawsAt);
    const day = wallClock(drawsAt, schedule).slice(0, 10);
    if (before && before.meaning !== meaning) {
      const tables = sets.flatMap((set) => set.tables.findLast(({ from = '' }) => from <= day) ?? []);
      const latest = tables.filter(({ name }) => name !== undefined).toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? 1 : -1))[0];
      turns.push({ issue, name: latest?.name ?? '新的号码表' });
    }
    before = { game, meaning };
  }
  return turns;
}
