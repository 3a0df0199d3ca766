/** The rules of a number game in words, out of its description: what is drawn, how one bets, what it pays and how likely that is. */
import type { Piece } from '../../engine/descriptions/content/types.ts';
import { derivedSentence } from '../../engine/descriptions/derived-text.ts';
import { formatInteger, formatLargeMoney } from '../../engine/descriptions/format.ts';
import { wallClock, wallClockText } from '../../engine/descriptions/periods.ts';
import { gameAt } from '../../engine/descriptions/sets.ts';
import type { Game, Play, PoolPrizes, WeeklySchedule, Zone } from '../../engine/descriptions/types.ts';
import { oneInText } from '../../engine/rules/fraction-text.ts';
import type { Fraction } from '../../engine/rules/types.ts';
import type { Chance, LotteryOddsModels } from '../../protocol/calls.ts';
import { permilleText, RULES_TEXT, durationText } from './rules-text.ts';
import { fill, yuan } from '../catalog/index.ts';

type PlayOdds = LotteryOddsModels['plays'][number];

/** A play that would have more rows than this gets one row for each tier, with ranges. */
const MOST_ROWS = 14;
/** Bets that a row names before it says how many there are. */
const NAMED = 6;

export const fractionOf = ({ numerator, denominator }: Chance): Fraction => ({
  numerator: BigInt(numerator),
  denominator: BigInt(denominator),
});

/**
 * `described` is the game as published, for draws from `drawsAt` (unix ms) on. `odds` are those of its plays then
 * (server/lottery/draws/odds.ts). `inForce`: ids of the conditions of its pool that hold now.
 */
export function numberRules(described: Game, drawsAt: number, odds: LotteryOddsModels['plays'], inForce: readonly string[] = []): Piece[] {
  const game = gameAt(described, drawsAt, inForce);
  const { headings, bet, betOnce, floating, source } = RULES_TEXT;
  const byCode = new Map(odds.map((each) => [each.code, each]));
  const values = { unit: yuan(game.unitFen), multiplier: formatInteger(game.caps.multiplier), issues: game.caps.issues };
  const pieces: Piece[] = [
    { kind: 'heading', text: headings.draw },
    { kind: 'list', items: game.draw.zones.map(zoneText) },
    ...(game.draw.source === undefined ? [] : [{ kind: 'text' as const, text: derivedSentence(game.draw.source, game.draw.zones) }]),
    { kind: 'text', text: scheduleText(game, drawsAt) },
    { kind: 'heading', text: headings.bet },
    { kind: 'text', text: fill(game.caps.issues > 1 ? bet : betOnce, values) },
  ];
  for (const { name, plays } of game.playGroups) {
    if (game.playGroups.length > 1) pieces.push({ kind: 'text', text: name });
    pieces.push({ kind: 'list', items: plays.map((play) => `${play.name}：${hintOf(play, game)}`) });
  }
  const limits = limitsText(game);
  if (limits.length > 0) pieces.push({ kind: 'heading', text: headings.limits }, { kind: 'list', items: limits });
  const periods = periodsText(described, wallClock(drawsAt, game.schedule));
  if (periods.length > 0) {
    pieces.push({ kind: 'heading', text: headings.periods }, { kind: 'list', items: periods });
    pieces.push({ kind: 'text', text: RULES_TEXT.periods.how });
  }
  if (described.poolPrizes !== undefined) pieces.push(...poolPieces(described, described.poolPrizes, inForce));
  pieces.push({ kind: 'heading', text: headings.prizes });
  for (const { name, plays } of game.playGroups) {
    const rows = tableOf(plays, byCode);
    if (game.playGroups.length > 1) pieces.push({ kind: 'text', text: name });
    pieces.push({ kind: 'table', rows: [[RULES_TEXT.table.play, RULES_TEXT.table.prize, RULES_TEXT.table.chance], ...rows] });
  }
  const floats = game.playGroups.some(({ plays }) => plays.some(({ prizes }) => prizes.some(({ kind }) => kind === 'floating')));
  if (floats) pieces.push({ kind: 'note', text: floating });
  pieces.push({ kind: 'note', text: fill(source, { source: game.prizeTable.source, date: game.prizeTable.date }) });
  return pieces;
}

/** 限额 of one issue, a sentence for each. */
function limitsText({ limits, playGroups }: Game): string[] {
  const text = RULES_TEXT.limits;
  const names = new Map(playGroups.flatMap((group) => group.plays.map(({ code, name }) => [code, name] as const)));
  const say = (sentence: string, fen: number | undefined, values: Readonly<Record<string, string>> = {}): string[] =>
    fen === undefined ? [] : [fill(sentence, { ...values, most: yuan(fen) })];
  return [
    ...say(text.issue, limits?.stakeFen),
    ...(limits?.plays ?? []).flatMap(({ play, stakeFen, selection, selections = [] }) => {
      const name = names.get(play) ?? play;
      return [
        ...say(text.play, stakeFen, { play: name }),
        ...say(text.bet, selection?.stakeFen, { play: name }),
        ...say(text.exposure, selection?.exposureFen, { play: name }),
        ...selections.flatMap((each) => {
          const tierLabel = { play: `${name} ${each.values.join('、')}` };
          return [...say(text.bet, each.stakeFen, tierLabel), ...say(text.exposure, each.exposureFen, tierLabel)];
        }),
      ];
    }),
  ];
}

type PrizeChange = { readonly plays: readonly string[]; readonly tier: string };

/** Writes changed prizes by the names of their plays and tiers. A tier of every play is written without their names. */
function prizeList({ playGroups }: Pick<Game, 'playGroups'>) {
  const plays = new Map(playGroups.flatMap((group) => group.plays.map((play) => [play.code, play] as const)));
  return <P extends PrizeChange>(prizes: readonly P[], pays: (prize: P) => string[]): string =>
    prizes
      .map((prize) => {
        const tier = plays.get(prize.plays[0] ?? '')?.prizes.find((each) => each.tier === prize.tier)?.name ?? prize.tier;
        const names = prize.plays.map((code) => plays.get(code)?.name ?? code);
        // 和值 with the tier 和值 9 / 12 says its name once.
        const [only] = names;
        const once = plays.size > 1 && names.length === plays.size;
        const tierLabel =
          once || (names.length === 1 && only !== undefined && tier.startsWith(only)) ? tier : `${names.join('、')} ${tier}`;
        return fill(RULES_TEXT.periods.of, { what: tierLabel, pays: pays(prize).join('，') });
      })
      .join('；');
}

/** Prizes that depend on the pool: a sentence for each condition, and which of them hold now. */
function poolPieces(game: Game, conditions: readonly PoolPrizes[], inForce: readonly string[]): Piece[] {
  const text = RULES_TEXT.periods;
  const list = prizeList(game);
  const items = conditions.map(({ name, fromFen, belowFen = fromFen, prizes }) =>
    fill(text.pool, {
      name,
      from: formatLargeMoney(fromFen),
      ends: fill(text.poolEnds, { below: formatLargeMoney(belowFen) }),
      prizes: list(prizes, ({ fen }) => [fill(text.poolPays, { yuan: yuan(fen) })]),
    }),
  );
  const names = conditions.filter(({ id }) => inForce.includes(id)).map(({ name }) => name);
  return [
    { kind: 'heading', text: RULES_TEXT.headings.pool },
    { kind: 'list', items },
    { kind: 'text', text: names.length === 0 ? text.poolNone : fill(text.poolNow, { names: names.join('、') }) },
  ];
}

/** Bonus periods (加奖) that are not over, and prizes that are to change, a sentence for each. */
function periodsText(game: Game, wall: string): string[] {
  const { datedPrizes = [], bonusPeriods = [] } = game;
  const text = RULES_TEXT.periods;
  const list = prizeList(game);
  const say = (sentence: string, fen: number | undefined): string[] => (fen === undefined ? [] : [fill(sentence, { yuan: yuan(fen) })]);
  const share = (sentence: string, of: number | undefined): string[] =>
    of === undefined ? [] : [fill(sentence, { share: permilleText(of) })];
  return [
    ...bonusPeriods
      .filter(({ until }) => wall < until)
      .map(({ name, from, until, prizes }) =>
        fill(text.bonus, {
          name,
          from: wallClockText(from),
          until: wallClockText(until),
          prizes: list(prizes, ({ fen, permille: more }) => [...say(text.more, fen), ...share(text.moreShare, more)]),
        }),
      ),
    ...datedPrizes
      .filter(({ from }) => wall < from)
      .map(({ from, prizes }) =>
        fill(text.dated, {
          from: wallClockText(from),
          prizes: list(prizes, (prize) => [
            ...say(text.becomes, prize.fen),
            ...share(text.becomesShare, prize.poolPermille),
            ...say(text.becomesCap, prize.capFen),
            ...say(text.becomesAbout, prize.estimateFen),
          ]),
        }),
      ),
  ];
}

function zoneText({ kind, label, from, to, pick, pad = 0, places }: Zone): string {
  const number = (value: number): string => String(value).padStart(pad, '0');
  const text = fill(RULES_TEXT.draw[kind], { label, from: number(from), to: number(to), pick });
  return places === undefined ? text : fill(RULES_TEXT.draw.places, { text, places: places.map((place) => place.label).join('、') });
}

function scheduleText({ schedule, poolFen, poolStakePermille }: Game, drawsAt: number): string {
  const { draw } = RULES_TEXT;
  const close = durationText(schedule.closeBeforeSeconds);
  const fed = poolStakePermille === undefined ? '' : fill(draw.fed, { share: permilleText(poolStakePermille) });
  const pool = poolFen > 0 ? fill(draw.pool, { pool: formatLargeMoney(poolFen), fed }) : '';
  if (schedule.kind === 'interval') {
    const { drawsPerDay: count, everySeconds, first } = schedule;
    return fill(draw.interval, { count: formatInteger(count), every: durationText(everySeconds), first: first.slice(0, 5), close }) + pool;
  }
  if (schedule.kind === 'sessions') {
    const sessions = schedule.sessions.map(({ first, everySeconds, draws: count }) =>
      fill(draw.session, { count: formatInteger(count), every: durationText(everySeconds), first: first.slice(0, 5) }),
    );
    const days =
      schedule.days === undefined ? '' : fill(draw.sessionDays, { days: schedule.days.map((day) => draw.days[day - 1]).join('、') });
    const off = (schedule.off ?? []).map(({ from, to }) => fill(draw.off, { from, to })).join('');
    return fill(draw.sessions, { days, sessions: sessions.join('，'), close }) + off + pool;
  }
  const at =
    schedule.timeZone === undefined
      ? schedule.at.slice(0, 5)
      : fill(draw.zoneClock, { at: schedule.at.slice(0, 5), zone: zoneName(schedule.timeZone, drawsAt) });
  const days = daysText(schedule, drawsAt) + pool;
  if (schedule.days.length === draw.days.length) return fill(draw.daily, { at, close }) + days;
  return fill(draw.weekly, { days: schedule.days.map((day) => draw.days[day - 1]).join('、'), at, close }) + days;
}

/** 中欧, 北美东部: the name of a zone that holds all year, without the closing 时间. */
function zoneName(timeZone: string, atMs: number): string {
  const parts = new Intl.DateTimeFormat('zh-CN', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(atMs);
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone).replace(/时间$/, '');
}

/** Days that the text names ahead, of each sort. */
const MOST_DAYS = 2;

/** The next days off, extra draws and moved draws. */
function daysText(schedule: WeeklySchedule, drawsAt: number): string {
  const { off = [], extra = [], moved = [] } = schedule;
  const { draw } = RULES_TEXT;
  const today = wallClock(drawsAt, schedule).slice(0, 10);
  const next = <T>(list: readonly T[], until: (item: T) => string, write: (item: T) => string): string =>
    list
      .filter((item) => until(item) >= today)
      .sort((a, b) => (until(a) < until(b) ? -1 : 1))
      .slice(0, MOST_DAYS)
      .map(write)
      .join('');
  return [
    next(
      off,
      ({ to }) => to,
      ({ from, to }) => fill(from === to ? draw.offDay : draw.off, { from, to }),
    ),
    next(
      extra,
      (day) => day,
      (day) => fill(draw.extra, { day }),
    ),
    next(
      moved,
      ({ from, to }) => (from < to ? to : from),
      ({ from, to }) => fill(draw.moved, { from, to }),
    ),
  ].join('');
}

const hintOf = ({ hint, unitFen }: Play, game: Game): string =>
  unitFen === undefined || unitFen === game.unitFen
    ? hint
    : fill(RULES_TEXT.playUnit, { hint: hint.replace(/。$/, ''), unit: yuan(unitFen) });

function prizeText(fen: number, floats: boolean): string {
  const prize = `¥${yuan(fen)}`;
  return floats ? fill(RULES_TEXT.about, { prize }) : prize;
}

/** Rows of a group's plays. Plays that pay alike (单式 and 复式) stand together. */
function tableOf(plays: readonly Play[], odds: ReadonlyMap<string, PlayOdds>): string[][] {
  const alike: { names: string[]; readonly rows: readonly Row[] }[] = [];
  for (const play of plays) {
    const rows = rowsOf(play, odds.get(play.code));
    const before = alike.find((each) => JSON.stringify(each.rows) === JSON.stringify(rows));
    if (before === undefined) alike.push({ names: [play.name], rows });
    else before.names.push(play.name);
  }
  const several = alike.length > 1;
  return alike.flatMap(({ names, rows }) =>
    rows.map(({ what, prize, chance }) => {
      const title = rows.length === 1 && several ? names.join('、') : what;
      return [several && rows.length > 1 ? `${names.join('、')} · ${what}` : title, prize, chance];
    }),
  );
}

interface Row {
  readonly what: string;
  readonly prize: string;
  readonly chance: string;
}

/** A row for each tier of each sort of bet. If there are too many, a row for each tier, with the range of its prizes and chances. */
function rowsOf(play: Play, odds: PlayOdds | undefined): Row[] {
  const kinds = odds?.kinds ?? [];
  if (kinds.length === 0)
    return play.prizes.map((prize) => ({
      what: prize.name,
      prize: prizeText(prize.kind === 'fixed' ? prize.fen : prize.estimateFen, prize.kind === 'floating'),
      chance: '—',
    }));
  const rows = kinds.flatMap(({ bets, tiers }) => tiers.map((tier) => ({ bets, tier })));
  if (kinds.length === 1 || rows.length <= MOST_ROWS)
    return rows.map(({ bets, tier }) => ({
      what: bets.length === 0 ? tier.name : betsText(bets),
      prize: prizeText(tier.fen, tier.floating),
      chance: oneInText(fractionOf(tier.chance)),
    }));
  return play.prizes.map((prize) => {
    const tiersOfPrize = rows.flatMap(({ tier }) => (tier.tier === prize.tier && tier.chance.numerator !== '0' ? [tier] : []));
    const chances = tiersOfPrize.map(({ chance }) => fractionOf(chance)).sort(smaller);
    const paid = tiersOfPrize.map(({ fen }) => fen).sort((one, other) => one - other);
    return {
      what: prize.name,
      prize: between(paid.map((fen) => prizeText(fen, prize.kind === 'floating'))),
      chance: between(chances.map((chance) => oneInText(chance))),
    };
  });
}

const smaller = (a: Fraction, b: Fraction): number => {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

function between(texts: readonly string[]): string {
  const [low = '—'] = texts;
  const high = texts.at(-1) ?? low;
  return low === high ? low : fill(RULES_TEXT.range, { low, high });
}

function betsText(bets: readonly string[]): string {
  if (bets.length <= NAMED) return bets.join('、');
  return fill(RULES_TEXT.many, { bets: bets.slice(0, NAMED).join('、'), count: bets.length });
}
