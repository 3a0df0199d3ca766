/** One match of a football.txt file as a line: "(74) 16:30 UTC-4  Germany 1-1 a.e.t. (1-1, 0-1), 3-4 pen. Paraguay  @ Boston". */
import { type Pair, statusOf, type WrittenMatch } from './written.ts';

export interface LineScore {
  readonly full?: Pair;
  readonly half?: Pair;
  readonly extra?: Pair;
  readonly penalties?: Pair;
}

export interface MatchLine extends LineScore, Pick<WrittenMatch, 'status' | 'word'> {
  readonly home: string;
  readonly away: string;
  readonly ground?: string;
}

const PAIR = '\\d{1,2}-\\d{1,2}';
const AET = 'a\\.?e\\.?t\\b\\.?';
const PEN = 'pens?\\.?';
/** After extra time the score after 90 minutes and the one at half-time stand in brackets, otherwise the one at half-time. */
const BRACKETS = `\\(\\s*(?:${PAIR})?(?:\\s*,\\s*(?:${PAIR})?)?\\s*\\)`;
const SCORE = [
  `${PAIR}\\s*${PEN}\\s+${PAIR}\\s*${AET}(?:\\s*${BRACKETS})?`,
  `${PAIR}\\s*${AET}(?:\\s*${BRACKETS})?(?:\\s*,\\s*${PAIR}\\s*${PEN})?`,
  `${PAIR}\\s*${PEN}(?:\\s*${BRACKETS})?`,
  `${PAIR}\\s*,\\s*${PAIR}\\s*${PEN}`,
  `${PAIR}(?:\\s*${BRACKETS})?(?:\\s*,\\s*${PAIR}\\s*${PEN})?`,
  `${PAIR}\\s*awd\\.?`,
].join('|');
const AT_END = new RegExp(`^(?<teams>.*?\\S)\\s+(?<score>${SCORE})$`, 'i');
const BETWEEN = new RegExp(`^(?<home>.*?\\S)\\s+(?<score>${SCORE})\\s+(?<away>\\S.*)$`, 'i');
const SEPARATED = /^(?<home>.*?\S)\s+(?<mark>v|vs\.?|-|n\/p|abd\.|w\/o)\s+(?<away>\S.*)$/;
/** Marks between two teams that say how the match ended. */
const ENDS: Readonly<Record<string, NonNullable<WrittenMatch['status']>>> = { 'n/p': 'cancelled', 'abd.': 'abandoned', 'w/o': 'awarded' };
const STATUS = /\s*\[(?<status>[^\]]*)\]/;
const GROUND = /\s@\s*(?<ground>.+)$/;
/** How older files write how a match was decided: (aet), (aet, 4-2 pen), (aet/sg), (9-8 pen). */
const DECIDED = /\s+\((?:(?<aet>aet)(?:\/[sg]g)?)?(?:,?\s*(?<pen>\d{1,2}-\d{1,2})\s*pen\.?)?\)$/i;

/** `line` has no date, time and number any more. Undefined where it is no match. */
export function readMatchLine(line: string): MatchLine | undefined {
  const [withGround, status] = taken(line.trim(), STATUS, 'status');
  const [withDecided, ground] = taken(withGround, GROUND, 'ground');
  const decided = DECIDED.exec(withDecided);
  const isDecided = decided !== null && (decided.groups?.aet !== undefined || decided.groups?.pen !== undefined);
  const body = (isDecided ? withDecided.slice(0, decided.index) : withDecided).trim();
  const found = teamsAndScore(body);
  if (found === undefined) return undefined;
  const score = decidedScore(found.score, isDecided ? (decided.groups ?? {}) : {});
  const end = endOf(status, found.status);
  const { home, away } = found;
  return {
    home,
    away,
    ...(ground === undefined ? {} : { ground: ground.replace(/,?\s*Att:.*$/, '').trim() }),
    ...(end.played === undefined ? score : { full: end.played }),
    ...(end.status === undefined ? {} : { status: end.status }),
    ...(end.word === undefined ? {} : { word: end.word }),
  };
}

function taken(text: string, pattern: RegExp, name: string): readonly [string, string | undefined] {
  const found = pattern.exec(text);
  if (found === null) return [text, undefined];
  return [`${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`.trim(), found.groups?.[name]?.trim()];
}

interface TeamsAndScore extends Pick<WrittenMatch, 'home' | 'away' | 'status'> {
  readonly score: LineScore;
}

function teamsAndScore(body: string): TeamsAndScore | undefined {
  const atEnd = AT_END.exec(body)?.groups;
  const separated = SEPARATED.exec(atEnd?.teams ?? body)?.groups;
  const found = separated ?? BETWEEN.exec(body)?.groups;
  if (found?.home === undefined || found.away === undefined) return undefined;
  const written = (separated === undefined ? found.score : atEnd?.score) ?? '';
  const status = /awd/i.test(written) ? 'awarded' : ENDS[found.mark ?? ''];
  return { home: found.home, away: found.away, score: readScore(written), ...(status === undefined ? {} : { status }) };
}

const pairOf = (text: string | undefined): Pair | undefined => {
  const [home, away] = (text ?? '').split('-');
  return home === undefined || away === undefined || home === '' ? undefined : [Number(home), Number(away)];
};

function readScore(text: string): LineScore {
  const brackets =
    /\(([^)]*)\)/
      .exec(text)?.[1]
      ?.split(',')
      .map((each) => pairOf(each.trim())) ?? [];
  const outside = text.replace(/\([^)]*\)/, ' ');
  const after = new RegExp(`(${PAIR})\\s*${AET}`, 'i').exec(outside)?.[1];
  const shots = new RegExp(`(${PAIR})\\s*${PEN}`, 'i').exec(outside)?.[1];
  const plain = outside
    .split(',')
    .map((each) => each.trim())
    .find((each) => new RegExp(`^${PAIR}(\\s*awd\\.?)?$`, 'i').test(each));
  const [penalties, extra] = [pairOf(shots), pairOf(after)];
  const isBeyond = extra !== undefined || (penalties !== undefined && plain === undefined);
  const full = isBeyond ? brackets[0] : pairOf(plain?.replace(/\s*awd\.?/i, ''));
  const half = isBeyond ? brackets[1] : brackets[0];
  return { ...(full && { full }), ...(half && { half }), ...(extra && { extra }), ...(penalties && { penalties }) };
}

/** "2-2 England (aet, 6-5 pen)": the score is the one after extra time. */
function decidedScore(score: LineScore, { aet, pen }: Readonly<Record<string, string | undefined>>): LineScore {
  const penalties = pairOf(pen) ?? score.penalties;
  const { full, ...others } = score;
  return {
    ...(aet === undefined || full === undefined ? score : { ...others, extra: full }),
    ...(penalties === undefined ? {} : { penalties }),
  };
}

/**
 * What stands in square brackets. The result on the pitch counts for bets, so an award that names it is a match that was played:
 * "[awarded; originally 1-1, …]". An award of a match that was broken off names no result.
 */
function endOf(
  written: string | undefined,
  fromScore: WrittenMatch['status'],
): Pick<WrittenMatch, 'status' | 'word'> & { readonly played?: Pair } {
  if (written === undefined) return fromScore === undefined ? {} : { status: fromScore };
  if (/^w\/o\b/i.test(written)) return { status: 'awarded' };
  const [word = ''] = /^[\p{L}]+/u.exec(written) ?? [];
  const { status } = statusOf(word);
  const played = /\boriginally\s+(\d{1,2}-\d{1,2})/i.exec(written)?.[1];
  if (status === 'awarded' && played !== undefined && !/abandon|suspend|broken off/i.test(written))
    return { played: pairOf(played) as Pair };
  return status === undefined ? { word: written } : { status };
}
