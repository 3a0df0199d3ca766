/** What decided a cup tie that was level by what bets go by. Pure. */
type Pair = readonly [number, number];

const NAMES = { extra: '加时', penalties: '点球' } as const;

/** ["加时 2:2", "点球 4:5"] in the order in which they were played; nothing of any other match. */
export function tieDeciders(measures: Readonly<Record<string, Pair>> | undefined): readonly (readonly [name: string, pair: Pair])[] {
  return Object.entries(NAMES).flatMap(([code, name]) => {
    const pair = measures?.[code];
    return pair === undefined ? [] : [[name, pair] as const];
  });
}
