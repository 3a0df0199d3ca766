/** Results as the desk judges them: which numbers a match needs, the fault of those that were typed in, and why a match waits for a person. */
import type { Measure } from '../../engine/descriptions/sports/types.ts';
import { DECIDERS, isDecider } from '../../engine/rules/sports/index.ts';
import type { RuleError } from '../../engine/rules/types.ts';
import type { Measures } from '../../protocol/desk/measures.ts';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import type { AdminServices } from './services.ts';
import { type Querying, refuse, refuseField } from '../platform/index.ts';
import {
  type EarlierSportVersion,
  resultFaultsOf,
  resultCheckColumns,
  type MatchToCheck,
  mainMeasure,
  type MatchRow,
  measuresOf,
  tieWinnerOf,
} from '../sports/index.ts';

export type EnteredResult = { readonly measures: Measures } | { readonly void: true };

interface ListedMatch {
  readonly id: string;
  readonly offers: readonly { readonly game: string; readonly result: EnteredResult | null; readonly progress: string }[];
}

/** A fault of a result, for an operator: its code tells engineers which rule it is. */
const inDesk = ({ message, code }: RuleError): string => `${message}（${code}）`;

export function createResultChecks({ database, clock, sports }: Pick<AdminServices, 'database' | 'clock' | 'sports'>) {
  /** The measures that the games which sell a match look at, and those that bets on it look at, each once. */
  const wantedBy = (offers: readonly { readonly game: string }[], before: readonly EarlierSportVersion[]): readonly Measure[] =>
    measuresOf([...offers.flatMap(({ game }) => sports.published(game)?.sport ?? []), ...before]);

  /** Why the results of matches pay nobody: what their source says, or what an offer has that is not settled. */
  async function refusedOf(
    list: readonly ListedMatch[],
    before: (match: string) => readonly EarlierSportVersion[],
  ): Promise<(match: string) => { readonly refused?: string }> {
    const { rows } = await database.query<MatchToCheck & { id: string; at: number }>(
      `SELECT m.id, ${resultCheckColumns('m')}, coalesce((SELECT min(o.result_at) FROM offers o WHERE o.match_id = m.id), caipu_now_ms()) AS at
         FROM matches m WHERE m.id = ANY($1::text[])`,
      [list.map(({ id }) => id)],
    );
    const played = new Map(rows.map((row) => [row.id, row]));
    const words = list.flatMap(({ id, offers }) => {
      const match = played.get(id);
      const waiting = offers.find(({ progress }) => progress !== 'paid');
      if (match === undefined || waiting === undefined || (waiting.result !== null && 'void' in waiting.result)) return [];
      const faults = resultFaultsOf(sports, match, {
        measures: waiting.result?.measures,
        known: wantedBy(offers, before(id)),
        at: match.at,
      });
      return faults.length === 0 ? [] : [[id, faults.map(inDesk).join('；')] as const];
    });
    const texts = new Map(words);
    return (match) => (texts.has(match) ? { refused: texts.get(match) as string } : {});
  }

  /** For each match the sold versions that need a measure which the present version of their game no longer needs. */
  async function soldBefore(matches: readonly string[]): Promise<(match: string) => readonly EarlierSportVersion[]> {
    const earlierVersions = (await sports.earlier()).filter(({ code, measures }) => {
      const now = new Set(sports.published(code)?.sport.measures.map((measure) => measure.code));
      return measures.some((measure) => !now.has(measure.code));
    });
    if (earlierVersions.length === 0) return () => [];
    const { rows } = await database.query<{ match: string; hash: string }>(
      `SELECT DISTINCT l.match_id AS match, s.hash FROM sport_legs l JOIN sport_orders s ON s.user_id = l.user_id AND s.id = l.order_id
        WHERE l.game = ANY($1::text[]) AND l.match_id = ANY($2::text[]) AND s.hash = ANY($3::text[])`,
      [[...new Set(earlierVersions.map(({ code }) => code))], matches, earlierVersions.map(({ hash }) => hash)],
    );
    return (match) => earlierVersions.filter(({ hash }) => rows.some((row) => row.match === match && row.hash === hash));
  }

  /** The fault of measures that were typed in for a match; undefined when all is well. */
  async function enteredResultFault(match: string, measures: Measures): Promise<Envelope<null> | undefined> {
    const { rows } = await database.query<{ game: string } & MatchToCheck & Pick<MatchRow, 'home' | 'away' | 'cup'>>(
      `SELECT o.game, m.home, m.away, m.cup, ${resultCheckColumns('m')} FROM offers o JOIN matches m ON m.id = o.match_id WHERE o.match_id = $1`,
      [match],
    );
    const wantedMeasures = wantedBy(rows, (await soldBefore([match]))(match));
    const [row] = rows;
    const isTie = row?.cup?.stage !== undefined;
    const bad = (text: string) => refuseField('measures', text);
    const extra = Object.keys(measures).find((code) => !wantedMeasures.some((each) => each.code === code) && !(isTie && isDecider(code)));
    if (row === undefined) return bad('没有这场比赛');
    if (extra !== undefined) return bad(`这场比赛没有 ${extra}`);
    const missing = wantedMeasures.find(({ code }) => measures[code] === undefined);
    if (missing !== undefined) return bad(`请填写${missing.name}`);
    const { faults, kept: mergedMeasures } = mergeEntered(row, measures, wantedMeasures);
    if (faults.some(({ code }) => code === 'RESULT_EARLY')) return refuse(STATUS.stateChanged, faults.map(inDesk).join('；'));
    if (faults.length > 0) return bad(faults.map(inDesk).join('；'));
    if (row.cup === null || !isTie) return undefined;
    const { sport, home, away, cup } = row;
    const ended = { id: match, home, away, startsAt: 0, state: 'finished', cup, measures: mergedMeasures };
    return tieWinnerOf(ended, mainMeasure(sports, sport)) === undefined ? bad('淘汰赛打平，请填写加时或点球比分，以确定晋级队') : undefined;
  }

  /**
   * An entered result, merged with the stored one. Stored extra time and penalties are dropped where they contradict the entered
   * score.
   */
  function mergeEntered(row: MatchToCheck, measures: Measures, knownMeasures: readonly Measure[]) {
    const judge = (candidate: Measures) =>
      resultFaultsOf(sports, { ...row, source: 'desk' }, { measures: candidate, known: knownMeasures, at: clock.now() });
    let merged: Measures = { ...row.measures, ...measures };
    for (const code of [...DECIDERS].reverse())
      if (measures[code] === undefined && judge(merged).some(({ pointer }) => pointer === `/measures/${code}`))
        merged = Object.fromEntries(Object.entries(merged).filter(([each]) => each !== code));
    return { faults: judge(merged), kept: merged };
  }

  /** Leaves of a match that was just written what its result has room for. */
  async function keepPossible(client: Querying, match: string, measures: Measures | undefined): Promise<void> {
    if (measures === undefined) return;
    const { rows } = await client.query<MatchToCheck>(`SELECT ${resultCheckColumns('m')} FROM matches m WHERE m.id = $1`, [match]);
    const [row] = rows;
    if (row === undefined) return;
    const { kept: possible } = mergeEntered(
      row,
      measures,
      measuresOf(sports.all().flatMap(({ sport }) => (sport.sport === row.sport ? [sport] : []))),
    );
    const droppedCodes = Object.keys(row.measures).filter((code) => possible[code] === undefined);
    if (droppedCodes.length > 0)
      await client.query('UPDATE matches SET measures = measures - $2::text[] WHERE id = $1', [match, droppedCodes]);
  }

  return { soldBefore, wantedBy, refusedOf, wrong: enteredResultFault, keepPossible };
}
