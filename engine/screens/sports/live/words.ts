/** Texts about a match, for display and announcement. Pure. */
import type { SportView } from '../../../descriptions/generated/screen.ts';
import type { LiveMatch, LiveState, MatchEvent, Pair, ScoreChange, SideName } from './matches.ts';

/** States without a running clock. */
const STATE_TEXT: Readonly<Record<LiveState, string>> = {
  scheduled: '未开赛',
  first: '上半场',
  half: '中场',
  second: '下半场',
  extra: '加时',
  finished: '完场',
  postponed: '延期',
  abandoned: '腰斩',
  cancelled: '取消',
};

export function stateText({ state }: Pick<LiveMatch, 'state'>, sport?: SportView): string {
  return sport?.halves?.[state] ?? STATE_TEXT[state] ?? state;
}

export const EVENT_TEXT: Readonly<Record<MatchEvent['kind'], string>> = {
  goal: '进球',
  own: '乌龙球',
  penalty: '点球',
  yellow: '黄牌',
  red: '红牌',
  corner: '角球',
};

/** Events that change the score. */
export const SCORES: ReadonlySet<MatchEvent['kind']> = new Set(['goal', 'own', 'penalty']);

const AT: Readonly<Record<SideName, 0 | 1>> = { home: 0, away: 1 };

export const sidesOf = (sport: SportView | undefined): readonly SideName[] => (sport?.awayFirst ? ['away', 'home'] : ['home', 'away']);

export const sideMeasure = (pair: Pair | undefined, side: SideName): number | undefined => pair?.[AT[side]];

/** Corners of both sides: the measure that counts them, or else the events. */
export function cornersOf({ measures, events }: LiveMatch, sport: SportView | undefined): Pair | undefined {
  if (!sport?.corners) return undefined;
  const counted = measures[sport.corners];
  if (counted) return counted;
  const corners = events.filter(({ kind }) => kind === 'corner');
  if (corners.length === 0) return undefined;
  return [corners.filter(({ side }) => side === 'home').length, corners.filter(({ side }) => side === 'away').length];
}

/** "2-1", in the order that the sides stand in. */
export function pairText(pair: Pair | undefined, sport: SportView | undefined): string {
  return pair
    ? sidesOf(sport)
        .map((side) => pair[AT[side]])
        .join('-')
    : '';
}

/** "利物浦 2 比 1 曼城". */
export function scoreText(match: LiveMatch, sport: SportView): string {
  const score = match.measures[sport.score] ?? [0, 0];
  const [first = 'home', second = 'away'] = sidesOf(sport);
  return `${match[first].name} ${score[AT[first]]} 比 ${score[AT[second]]} ${match[second].name}`;
}

/** Announcement of a goal, or of one that was taken back. */
export function scoreChangeText({ match, side, stands }: ScoreChange, sport: SportView): string {
  return `${stands ? '进球' : '进球取消'}：${match[side].name}，${scoreText(match, sport)}`;
}

/** The score after each event of the match that changed it, in the order of the events; undefined for the others. */
export function runningScores(events: readonly MatchEvent[]): readonly (Pair | undefined)[] {
  let score: Pair = [0, 0];
  return events.map(({ kind, side }) => {
    if (!SCORES.has(kind)) return undefined;
    score = side === 'home' ? [score[0] + 1, score[1]] : [score[0], score[1] + 1];
    return score;
  });
}
