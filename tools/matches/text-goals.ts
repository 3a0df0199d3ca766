/** The list of goals below a match: "(Kai Havertz 54', 60'(p); Julio Enciso 42')", "(Ljungberg 32, Larsson 57, 58; Owen 62og)". */
import { inOrder, type Pair, type WrittenGoal } from './written.ts';

/** A goal: the player where another one scored, the minute, and how. */
const GOAL =
  /^[\s,]*(?<player>[^\d,;()]*?(?:\([^\d()]*\)[^\d,;()]*?)?)\s*(?<minute>\d{1,3})'?(?:\s*\+\s*(?<more>\d{1,2}))?['’]?\s*(?:\(?\s*(?<kind>pen\.?|p\.?|og\.?|o\.g\.)\s*\)?(?![\p{L}]))?/iu;

export interface ReadGoals {
  readonly goals: readonly WrittenGoal[];
  /** Set where a part of the list is not understood. */
  readonly unread?: true;
}

/** `last`: the last score of the match, which says whose goals a list of one side has. */
export function readGoals(text: string, last: Pair | undefined): ReadGoals {
  const inner = text.trim().replace(/^\(/, '').replace(/\)$/, '');
  const sides = inner.split(';');
  const parts = sides.length === 1 && last !== undefined && last[0] === 0 ? ['', inner] : sides;
  const isOfBoth = sides.length === 1 && last !== undefined && last[0] > 0 && last[1] > 0;
  if (parts.length > 2 || isOfBoth || (sides.length === 1 && last === undefined)) return { goals: [], unread: true };
  const [home, away] = [goalsOf(parts[0] ?? '', 'home'), goalsOf(parts[1] ?? '', 'away')];
  if (home === undefined || away === undefined) return { goals: [], unread: true };
  return { goals: inOrder([...home, ...away]) };
}

/** The goals of one side; undefined where a part of the text is none. Own goals stand with the side that they count for. */
function goalsOf(text: string, side: 'home' | 'away'): readonly WrittenGoal[] | undefined {
  const goals: WrittenGoal[] = [];
  let rest = text.replace(/\s+/g, ' ').trim();
  if (rest === '-') return goals;
  let player = '';
  while (rest !== '' && !/^[\s,]+$/.test(rest)) {
    const found = GOAL.exec(rest);
    const { minute, more, kind = '' } = found?.groups ?? {};
    if (found === null || minute === undefined) return undefined;
    const named = (found.groups?.player ?? '').trim();
    if (named !== '') player = named;
    goals.push({
      side,
      minute: more === undefined ? minute : `${minute}+${more}`,
      kind: /^o/i.test(kind) ? 'own' : /^p/i.test(kind) ? 'penalty' : 'goal',
      player,
    });
    rest = rest.slice(found[0].length);
  }
  return goals;
}
