/**
 * The plays that a game of an own draw begins with: those that its kind of draw has everywhere. Prizes are worked out by the rules
 * themselves, so that each play has the requested return, rounded down to the fen.
 */
import { loadGame } from '../../descriptions/load.ts';
import { resolveGame } from '../../descriptions/resolve.ts';
import type { GameDescription, Play, PlayGroup, Zone } from '../../descriptions/types.ts';
import { compileGame } from '../index.ts';
import { oddsOf } from '../odds.ts';

export interface OwnDraw {
  readonly kind: 'set' | 'sequence' | 'digits' | 'dice';
  readonly from: number;
  readonly to: number;
  readonly pick: number;
}

const ORDER = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];
const PLACES_OF_DIGITS = ['万', '千', '百', '十', '个'];
/** As many places as 直选 of digits still makes few enough bets of; as many numbers as 任选 takes of a draw. */
const MOST_DIRECT = 5;
const MOST_CHOSEN = 5;
const UNIT = 200;
const ZONE = 'numbers';

export function zoneOf({ kind, from, to, pick }: OwnDraw): Zone {
  const named = (i: number): string =>
    kind === 'digits' && pick <= 5 ? `${PLACES_OF_DIGITS[5 - pick + i]}位` : kind === 'dice' ? `骰子${i + 1}` : `第${ORDER[i] ?? i + 1}位`;
  const places = Array.from({ length: pick }, (_, i) => ({ id: `p${i + 1}`, label: named(i) }));
  return {
    id: ZONE,
    label: '开奖号码',
    kind: kind === 'dice' ? 'digits' : kind,
    from,
    to,
    pick,
    ...(kind === 'set' ? {} : { places }),
    ...(to > 9 ? { pad: 2 } : {}),
    look: { set: 'ball', sequence: 'ball', digits: 'digit', dice: 'die' }[kind],
    tone: 'red',
  } as Zone;
}

/** `returns`: of every play to players, in hundredths of a percent (9000: 90 %). */
export function starterGroups(draw: OwnDraw, returns: number): PlayGroup[] {
  const zone = zoneOf(draw);
  const groups = [
    ...(draw.kind === 'set' ? [chosen(draw, zone)] : [single(draw, zone), direct(draw, zone)]),
    sides(draw),
    sums(draw),
  ].filter((group) => group.plays.length > 0);
  return priced(zone, groups, returns);
}

const area = ({ from, to }: OwnDraw, id: string, label: string, min: number) => ({
  kind: 'numbers',
  id,
  label,
  from,
  to,
  min,
  max: to - from + 1,
  ...(to > 9 ? { pad: 2 } : {}),
  quick: ['all', 'big', 'small', 'odd', 'even', 'clear'],
});
const prize = (tier: string, name: string, fen = UNIT) => ({ kind: 'fixed', tier, name, fen });
const group = (code: string, name: string, plays: readonly object[]): PlayGroup => ({ code, name, plays: plays as readonly Play[] });
const whole = { zone: ZONE };
const sum = { get: 'sum', of: whole };
const number = (is: number) => ({ get: 'number', is });

function chosen(draw: OwnDraw, { pick }: Zone): PlayGroup {
  const plays = Array.from({ length: Math.min(pick, MOST_CHOSEN) }, (_, i) => i + 1).map((choose) => ({
    code: `RX${choose}`,
    name: `任选${ORDER[choose - 1]}`,
    hint: `至少选 ${choose} 个号码，所选 ${choose} 个都开出即中奖。`,
    areas: [
      {
        ...area(draw, 'pick', '号码', choose === 1 ? 1 : 0),
        min: 1,
        ...(choose > 1 ? { bankers: { min: 0, max: choose - 1 } } : {}),
        omission: whole,
      },
    ],
    rule: {
      kind: 'combination',
      picks: [{ area: 'pick', choose, of: [whole] }],
      tiers: [{ tier: 'win', hits: [[choose]] }],
    },
    prizes: [prize('win', `任选${ORDER[choose - 1]}`)],
  }));
  return group('RX', '任选', plays);
}

function single(draw: OwnDraw, { places = [] }: Zone): PlayGroup {
  const areas = places.map(({ id, label }) => ({ ...area(draw, id, label, 0), omission: { zone: ZONE, places: [id] } }));
  const cases = places.map(({ id }) => ({
    area: id,
    when: { op: 'eq', left: { get: 'at', zone: ZONE, place: id }, right: { get: 'pick' } },
    tier: 'win',
  }));
  const play = {
    code: 'DWD',
    name: '定位胆',
    hint: '任选一位或多位选号，每个号码为一注，与该位开奖号码相同即中奖。',
    areas,
    rule: { kind: 'options', combine: 'each', cases },
    prizes: [prize('win', '定位胆')],
  };
  return group('DWD', '定位胆', [play]);
}

function direct(draw: OwnDraw, { places = [] }: Zone): PlayGroup {
  const distinct = draw.kind === 'sequence';
  const lengths = distinct ? [2, 3].filter((length) => length <= places.length) : places.length <= MOST_DIRECT ? [places.length] : [2];
  const plays = lengths
    .filter((length) => length > 1)
    .map((length) => {
      const own = places.slice(0, length);
      const name = length === places.length ? '直选' : `前${ORDER[length - 1]}直选`;
      return {
        code: `ZX${length}`,
        name,
        hint: `每位至少选一个号码，${length} 位号码和次序都相同即中奖。`,
        areas: own.map(({ id, label }) => area(draw, id, label, 1)),
        rule: {
          kind: 'direct',
          ...(distinct ? { distinct: true } : {}),
          parts: [{ score: 'count', places: own.map(({ id }) => ({ area: id, zone: ZONE, place: id })) }],
          tiers: [{ tier: 'win', hits: [[length]] }],
        },
        prizes: [prize('win', name)],
      };
    });
  return group('ZX', '直选', plays);
}

/** 大小单双 of the sum; a sum in the middle gives the stake back to 大 and 小. */
function sides({ from, to, pick, kind }: OwnDraw): PlayGroup {
  // All numbers of the range once: the sum is always the same.
  if (kind !== 'digits' && kind !== 'dice' && pick === to - from + 1) return group('ZH', '总和', []);
  const twice = pick * (from + to);
  const middle = twice % 2 === 0 ? twice / 2 : undefined;
  const [least, most] = [Math.ceil((twice + 1) / 2), Math.floor((twice - 1) / 2)];
  const options = [
    ['big', '大'],
    ['small', '小'],
    ['odd', '单'],
    ['even', '双'],
  ].map(([value, label]) => ({ value, label }));
  const when = {
    big: { op: 'gte', left: sum, right: number(least) },
    small: { op: 'lte', left: sum, right: number(most) },
    odd: { op: 'odd', value: sum },
    even: { op: 'even', value: sum },
  };
  const cases = Object.entries(when).map(([value, condition]) => ({ area: 'side', values: [value], when: condition, tier: value }));
  const back = { area: 'side', values: ['big', 'small'], when: { op: 'eq', left: sum, right: number(middle ?? 0) }, tier: 'back' };
  const play = {
    code: 'ZH',
    name: '总和',
    hint: `猜开奖号码之和：${least} 以上为大，${most} 以下为小${middle === undefined ? '' : `，${middle} 为和，退还大小的本金`}。`,
    areas: [{ kind: 'options', id: 'side', label: '总和', min: 1, max: 4, options }],
    rule: { kind: 'options', combine: 'each', cases: middle === undefined ? cases : [...cases, back] },
    prizes: [
      ...options.map(({ value = '', label = '' }) => prize(value, `总和${label}`)),
      ...(middle === undefined ? [] : [prize('back', '和，退还本金')]),
    ],
  };
  return group('ZH', '总和', [play]);
}

/** Each sum on its own, where there are few: dice and digits. */
function sums({ from, to, pick, kind }: OwnDraw): PlayGroup {
  const [least, most] = [from * pick, to * pick];
  if ((kind !== 'digits' && kind !== 'dice') || most - least >= 60) return group('HZ', '和值', []);
  const values = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  const play = {
    code: 'HZ',
    name: '和值',
    hint: '猜开奖号码之和，每个和值为一注，相同即中奖。',
    areas: [{ kind: 'numbers', id: 'sum', label: '和值', from: least, to: most, min: 1, max: values.length }],
    rule: {
      kind: 'options',
      combine: 'each',
      cases: values.map((value) => ({
        area: 'sum',
        values: [value],
        when: { op: 'eq', left: sum, right: number(value) },
        tier: `s${value}`,
      })),
    },
    prizes: values.map((value) => prize(`s${value}`, `和值 ${value}`)),
  };
  return group('HZ', '和值', [play]);
}

/** Every winning tier pays what makes its bet return `returns`; what gives the stake back stays. */
function priced(zone: Zone, groups: readonly PlayGroup[], returns: number): PlayGroup[] {
  const compiled = compileGame(resolveGame(probe(zone, groups)));
  return groups.map((each) => ({
    ...each,
    plays: each.plays.map((play) => {
      const kinds = oddsOf(compiled, play.code)[0]?.kinds ?? [];
      const fen = (tier: string): number => {
        const kind = kinds.find(({ tiers }) => tiers.some((one) => one.tier === tier));
        const own = kind?.tiers.find((one) => one.tier === tier);
        const back = kind?.tiers.find((one) => one.tier === 'back');
        if (own === undefined) return UNIT;
        // unit × (returns − chance of the stake back) ÷ chance of this tier, all whole numbers.
        const [n, d] = back === undefined ? [0n, 1n] : [back.chance.numerator, back.chance.denominator];
        const part = BigInt(returns) * d - 10_000n * n;
        return Math.max(1, Number((BigInt(UNIT) * part * own.chance.denominator) / (10_000n * d * own.chance.numerator)));
      };
      return { ...play, prizes: play.prizes.map((one) => (one.tier === 'back' ? one : { ...one, fen: fen(one.tier) })) } as Play;
    }),
  }));
}

function probe(zone: Zone, playGroups: readonly PlayGroup[]): GameDescription {
  const text = JSON.stringify({
    $schema: '../schemas/game.schema.json',
    format: 2,
    kind: 'game',
    code: 'own',
    name: 'own',
    unitFen: UNIT,
    draw: { zones: [zone] },
    playGroups,
    screen: 'game',
    confirm: '/',
    prizeTable: { version: '1', date: '2026-01-01', source: 'own' },
    schedule: { kind: 'weekly', utcOffset: '+08:00', days: [1], at: '12:00:00', closeBeforeSeconds: 60, issue: '{yyyy}{seq:3}' },
    caps: { multiplier: 1 },
    menu: { section: 'quick', order: 0 },
  });
  const loaded = loadGame(text, { file: 'own.json', families: new Map() });
  if (!loaded.ok) throw new Error(loaded.problems.map(({ pointer, message }) => `${pointer} ${message}`).join('\n'));
  return loaded.document;
}
