/** Whether what is picked makes a ticket, and if not, what is missing. The slip asks the rules; this is what the list can say at once. */
import type { SportGame } from '../../descriptions/sports/types.ts';
import type { PickedMatch } from '../../machines/picked-matches.ts';

/** '' when a ticket can be made of it. `now`: the server's clock. */
export function missingPicksText(sport: SportGame, play: string | undefined, matches: readonly PickedMatch[], now: number): string {
  const { payout } = sport;
  if (payout.kind === 'pool') {
    const { choose, play: code } = payout.tables.find((table) => table.play === play) ?? { choose: payout.matches, play: '' };
    const missing = choose - matches.length;
    if (missing > 0) return choose === payout.matches ? `还差 ${missing} 场` : `至少选 ${choose} 场，还差 ${missing} 场`;
    return matches.filter(({ banker }) => banker).length >= choose ? `胆须少于 ${choose} 个（${code}）` : '';
  }
  if (matches.length === 0) return '请选择赛事';
  const open = (each: PickedMatch): boolean => each.passStopsAt > now;
  const alone = (each: PickedMatch): boolean =>
    each.singleStopsAt > now && Object.keys(each.picks).every((code) => each.singles.includes(code));
  if (matches.length === 1) return matches.every(alone) ? '' : '至少选 2 场，或选单关';
  return matches.filter(open).length >= 2 || matches.every(alone) ? '' : '至少选 2 场未截止的赛事';
}

/** How many matches a ticket of this play holds, where that is fixed: of 14, of 9. */
export function requiredMatches({ payout }: SportGame, play: string | undefined): number | undefined {
  if (payout.kind !== 'pool') return undefined;
  return payout.tables.find((table) => table.play === play)?.choose ?? payout.matches;
}
