/** What a new version of a game changes for the people who play it, in words. For operators, before they publish. */
import { canonicalJson } from '../descriptions/canonical.ts';
import type { Lang } from '../descriptions/codes.ts';
import { formatInteger, formatMoney } from '../descriptions/format.ts';
import { firstIssueOf } from '../descriptions/schedule.ts';
import { wallClock, wallClockText } from '../descriptions/periods.ts';
import type { ScheduleClock } from '../descriptions/schedule-clock.ts';
import type { Area, BonusPeriod, Game, Play, Prize, Schedule, WeeklySchedule, Zone } from '../descriptions/types.ts';
import { percentText, sameFraction } from './fraction-text.ts';
import { playReturns } from './returns.ts';
import type { CompiledGame } from './types.ts';

export interface Change {
  /** Whether players gain or lose by it; neither where that is a matter of taste. */
  readonly effect: 'better' | 'worse' | 'other';
  readonly text: string;
}

type Effect = Change['effect'];
type Say = (zh: string, en: string, effect?: Effect) => void;

/**
 * The changes from one version of a game to another, in the order of the description. Empty when players will notice nothing. `atMs`: when the
 * new one would come into force; from then on follows which issue is the first of a changed schedule.
 */
export function changesBetween(before: CompiledGame, after: CompiledGame, lang: Lang = 'zh', atMs: number = Date.now()): Change[] {
  const changes: Change[] = [];
  const say: Say = (zh, en, effect = 'other') => changes.push({ effect, text: lang === 'zh' ? zh : en });
  const old = before.game;
  const now = after.game;
  if (old.code !== now.code) say(`比较的是两个彩种：${old.code} 和 ${now.code}`, `these are two games: ${old.code} and ${now.code}`);
  if (old.name !== now.name) say(`名称：${old.name} → ${now.name}`, `name: ${old.name} → ${now.name}`);
  sayDisabled(old, now, say);
  sayZones(old, now, say);
  saySchedule(old.schedule, now.schedule, say);
  sayDays(old.schedule, now.schedule, say, atMs);
  sayFirstIssue(old, now, say, atMs);
  sayNumber(say, ['最高倍数', 'largest multiplier'], old.caps.multiplier, now.caps.multiplier, 'more is better');
  sayNumber(say, ['一张投注单最多期数', 'most issues of a ticket'], old.caps.issues, now.caps.issues, 'more is better');
  sayNumber(say, ['一张投注单最多行数', 'most lines of a ticket'], old.caps.lines, now.caps.lines, 'more is better');
  sayLimits(old, now, say);
  if (old.poolStakePermille !== now.poolStakePermille) {
    const [was, is] = [old.poolStakePermille ?? 0, now.poolStakePermille ?? 0];
    say(`投注额进入奖池：${was}‰ → ${is}‰`, `of the stakes into the pool: ${was}‰ → ${is}‰`, is > was ? 'better' : 'worse');
  }
  if (old.poolFen !== now.poolFen)
    say(
      `每期保底奖池：${formatMoney(old.poolFen)} 元 → ${formatMoney(now.poolFen)} 元`,
      `least pool of a draw: ${formatMoney(old.poolFen)} → ${formatMoney(now.poolFen)} yuan`,
      now.poolFen > old.poolFen ? 'better' : 'worse',
    );
  sayPeriods(old, now, say);
  const byPool = (game: Game) => new Map((game.poolPrizes ?? []).map((each) => [each.id, each]));
  sayEach(byPool(old), byPool(now), ({ name }, zh, en) => say(`${zh}随奖池变的奖金「${name}」`, `the prizes by the pool "${name}" ${en}`));
  sayPlays(before, after, say);
  if (old.prizeTable.version !== now.prizeTable.version)
    say(
      `奖金表版本：${old.prizeTable.version} → ${now.prizeTable.version}`,
      `prize table: ${old.prizeTable.version} → ${now.prizeTable.version}`,
    );
  if (!same(old.menu, now.menu)) say('菜单里的位置或文字有变', 'its place or words in the menu change');
  if (old.screen !== now.screen || old.confirm !== now.confirm)
    say(
      `界面：${old.screen}、${old.confirm} → ${now.screen}、${now.confirm}`,
      `screens: ${old.screen}, ${old.confirm} → ${now.screen}, ${now.confirm}`,
    );
  return changes;
}

/** Limits (限额) of one issue by what they are of; figures of single values last, as they take the place of the play's. */
function limitsIn({ limits, playGroups }: Game): Map<string, number> {
  const names = new Map(playGroups.flatMap((group) => group.plays.map(({ code, name }) => [code, name] as const)));
  const found = new Map<string, number>();
  const put = (zh: string, en: string, fen: number | undefined): void => {
    if (fen !== undefined) found.set(`${zh}|${en}`, fen);
  };
  put('一期每人', 'a player and issue', limits?.stakeFen);
  for (const { play, stakeFen, selection, selections = [] } of limits?.plays ?? []) {
    const name = names.get(play) ?? play;
    put(`${name}一期每人`, `${play}, a player and issue`, stakeFen);
    put(`${name}每注每人`, `${play}, a bet and player`, selection?.stakeFen);
    put(`${name}每注最多赔付`, `${play}, most to be paid for a bet`, selection?.exposureFen);
    for (const { values, ...each } of selections) {
      put(`${name} ${values.join('、')} 每人`, `${play} ${values.join(', ')}, a player`, each.stakeFen);
      put(`${name} ${values.join('、')} 最多赔付`, `${play} ${values.join(', ')}, most to be paid`, each.exposureFen);
    }
  }
  return found;
}

function sayLimits(old: Game, now: Game, say: Say): void {
  const [before, after] = [limitsIn(old), limitsIn(now)];
  for (const what of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(what), after.get(what)];
    if (was === is) continue;
    const [zh = '', en = ''] = what.split('|');
    const write = (fen: number | undefined, none: string, yuan: string): string =>
      fen === undefined ? none : `${formatMoney(fen)}${yuan}`;
    say(
      `限额：${zh} ${write(was, '不限', ' 元')} → ${write(is, '不限', ' 元')}`,
      `limit: ${en}: ${write(was, 'none', ' yuan')} → ${write(is, 'none', ' yuan')}`,
      is === undefined || (was !== undefined && is > was) ? 'better' : 'worse',
    );
  }
}

/** Bonus periods (加奖) and dated prizes, each by its name or instant. */
function sayPeriods(old: Game, now: Game, say: Say): void {
  const spell = ({ from, until }: BonusPeriod) => `${wallClockText(from)} – ${wallClockText(until)}`;
  const bonuses = (game: Game) => new Map((game.bonusPeriods ?? []).map((each) => [`${each.name} ${each.from}`, each]));
  sayEach(bonuses(old), bonuses(now), (each, zh, en, effect) =>
    say(`${zh}加奖「${each.name}」：${spell(each)}`, `bonus period "${each.name}" ${spell(each)} ${en}`, effect),
  );
  const dated = (game: Game) => new Map((game.datedPrizes ?? []).map((each) => [each.from, each]));
  sayEach(dated(old), dated(now), ({ from }, zh, en) =>
    say(`${zh} ${wallClockText(from)} 起的奖金变动`, `the prizes from ${wallClockText(from)} on ${en}`),
  );
}

function sayEach<T>(
  old: ReadonlyMap<string, T>,
  now: ReadonlyMap<string, T>,
  say: (each: T, zh: string, en: string, effect: Effect) => void,
): void {
  for (const [key, each] of now) {
    const was = old.get(key);
    if (was === undefined) say(each, '新增', 'is new', 'better');
    else if (!same(was, each)) say(each, '修改', 'changes', 'other');
  }
  for (const [key, each] of old) if (!now.has(key)) say(each, '取消', 'is taken away', 'worse');
}

function sayDisabled(old: Game, now: Game, say: Say): void {
  if (old.disabled === now.disabled) return;
  if (now.disabled === undefined) say('恢复销售', 'on sale again', 'better');
  else if (old.disabled === undefined) say(`停售，玩家看到：${now.disabled}`, `off sale; players read: ${now.disabled}`, 'worse');
  else say(`停售说明改为：${now.disabled}`, `players now read: ${now.disabled}`);
}

function sayZones(old: Game, now: Game, say: Say): void {
  const write = ({ label, pick, from, to, kind }: Zone) =>
    `${label} ${from}–${to} ${{ set: '无序', sequence: '有序', digits: '可重复' }[kind]} ${pick} 个`;
  const writeEn = ({ id, pick, from, to, kind }: Zone) => `${id} ${pick} of ${from}–${to} (${kind})`;
  const drawn = (game: Game) =>
    game.draw.zones.map(({ id, kind, from, to, pick, excludes, places }) => [
      id,
      kind,
      from,
      to,
      pick,
      excludes,
      places?.map((place) => place.id),
    ]);
  saySource(old, now, say);
  if (same(drawn(old), drawn(now))) return;
  say(
    `开奖号码：${old.draw.zones.map(write).join('，')} → ${now.draw.zones.map(write).join('，')}`,
    `what is drawn: ${old.draw.zones.map(writeEn).join(', ')} → ${now.draw.zones.map(writeEn).join(', ')}`,
  );
}

function saySource({ draw: { source: old } }: Game, { draw: { source: now } }: Game, say: Say): void {
  if (same(old ?? null, now ?? null)) return;
  const write = (source: typeof old, own: string, from: string) => (source === undefined ? own : `${from} ${source.game}`);
  say(
    `号码来源：${write(old, '自行开奖', '推算自')} → ${write(now, '自行开奖', '推算自')}${old?.game === now?.game ? '，推算方法有变' : ''}`,
    `numbers: ${write(old, 'drawn', 'derived from')} → ${write(now, 'drawn', 'derived from')}${old?.game === now?.game ? ', in another way' : ''}`,
  );
}

function saySchedule(old: Schedule, now: Schedule, say: Say): void {
  if (old.kind !== now.kind || clockName(old) !== clockName(now)) {
    say(
      `开奖时间：${writeSchedule(old, 'zh')} → ${writeSchedule(now, 'zh')}`,
      `draws: ${writeSchedule(old, 'en')} → ${writeSchedule(now, 'en')}`,
    );
  } else if (old.kind === 'interval' && now.kind === 'interval') {
    sayNumber(say, ['每天期数', 'draws a day'], old.drawsPerDay, now.drawsPerDay);
    sayNumber(say, ['每期间隔（秒）', 'seconds between draws'], old.everySeconds, now.everySeconds);
    if (old.first !== now.first) say(`首期开奖：${old.first} → ${now.first}`, `first draw: ${old.first} → ${now.first}`);
  } else if (old.kind === 'weekly' && now.kind === 'weekly') {
    if (!same(old.days, now.days))
      say(
        `开奖日：${writeDays(old.days, 'zh')} → ${writeDays(now.days, 'zh')}`,
        `days: ${writeDays(old.days, 'en')} → ${writeDays(now.days, 'en')}`,
      );
    if (old.at !== now.at) say(`开奖时刻：${old.at} → ${now.at}`, `time of the draw: ${old.at} → ${now.at}`);
  } else if (
    old.kind === 'sessions' &&
    now.kind === 'sessions' &&
    !same([old.sessions, old.days, old.off], [now.sessions, now.days, now.off])
  )
    say(
      `开奖时间：${writeSchedule(old, 'zh')} → ${writeSchedule(now, 'zh')}`,
      `draws: ${writeSchedule(old, 'en')} → ${writeSchedule(now, 'en')}`,
    );
  sayNumber(say, ['开奖前截止（秒）', 'sales close before the draw (s)'], old.closeBeforeSeconds, now.closeBeforeSeconds, 'less is better');
  if (old.issue !== now.issue) say(`期号写法：${old.issue} → ${now.issue}`, `issue numbers: ${old.issue} → ${now.issue}`);
}

/** Days off, extra and moved draws of a weekly schedule that are new or gone, from `atMs` on: what is past is over. */
function sayDays(old: Schedule, now: Schedule, say: Say, atMs: number): void {
  if (old.kind !== 'weekly' || now.kind !== 'weekly') return;
  const today = timeOf(atMs, now).slice(0, 10);
  const lists: readonly (readonly [
    zh: string,
    en: string,
    of: (schedule: WeeklySchedule) => readonly (readonly [text: string, last: string])[],
  ])[] = [
    ['休市', 'days off', ({ off = [] }) => off.map(({ from, to }) => [from === to ? from : `${from}–${to}`, to])],
    ['加开', 'extra draws', ({ extra = [] }) => extra.map((day) => [day, day])],
    ['改期', 'moved draws', ({ moved = [] }) => moved.map(({ from, to }) => [`${from} → ${to}`, from > to ? from : to])],
  ];
  for (const [zh, en, of] of lists) {
    const [was, is] = [old, now].map((schedule) => of(schedule).flatMap(([text, last]) => (last < today ? [] : [text]))) as [
      string[],
      string[],
    ];
    const added = is.filter((text) => !was.includes(text));
    const gone = was.filter((text) => !is.includes(text));
    if (added.length > 0) say(`新增${zh}：${added.join('、')}`, `new ${en}: ${added.join(', ')}`);
    if (gone.length > 0) say(`取消${zh}：${gone.join('、')}`, `no longer ${en}: ${gone.join(', ')}`);
  }
}

function sayFirstIssue(old: Game, now: Game, say: Say, atMs: number): void {
  if (same(old.schedule, now.schedule)) return;
  const first = firstIssueOf(now.schedule, old.schedule, atMs);
  if (first === undefined) {
    say(
      '新的开奖时间：在售的一期和下一期不变，之后按新的',
      'the issue on sale and the next one are as before; the new schedule counts after them',
    );
    return;
  }
  const drawn = timeOf(first.drawsAt, now.schedule);
  say(
    `新的开奖时间从第 ${first.issue} 期起（${drawn} 开奖），之前在售的一期照旧；已开售而新时间里没有的期次退款`,
    `the new schedule begins with issue ${first.issue} (drawn ${drawn}); what is on sale before it stays; issues ahead that it does not have are refunded`,
  );
}

/** 2026-11-24 21:30 on the clock of the schedule. */
const timeOf = (atMs: number, clock: ScheduleClock): string => wallClock(atMs, clock).slice(0, 16).replace('T', ' ');

const clockName = ({ utcOffset, timeZone }: ScheduleClock): string => timeZone ?? `UTC${utcOffset ?? '+00:00'}`;

/** The schedule in one sentence. */
export function writeSchedule(schedule: Schedule, lang: Lang = 'zh'): string {
  const clock = clockName(schedule);
  if (schedule.kind === 'interval') {
    const { first, everySeconds, drawsPerDay } = schedule;
    return lang === 'zh'
      ? `每天 ${drawsPerDay} 期，${first} 起每 ${everySeconds} 秒一期（${clock}）`
      : `${drawsPerDay} a day from ${first}, every ${everySeconds} s (${clock})`;
  }
  if (schedule.kind === 'sessions') {
    const { sessions, days, off = [] } = schedule;
    const zh = lang === 'zh';
    const parts = sessions.map(({ first, everySeconds, draws }) =>
      zh ? `${first} 起每 ${everySeconds} 秒一期、共 ${draws} 期` : `${draws} from ${first}, every ${everySeconds} s`,
    );
    const away = off.map(({ from, to }) => `${from}–${to}`).join(zh ? '、' : ', ');
    const rest = away === '' ? '' : zh ? `，休市 ${away}` : `, none on ${away}`;
    return `${days ? writeDays(days, lang) : zh ? '每天' : 'every day'} ${parts.join(zh ? '，' : '; ')}${rest}${zh ? `（${clock}）` : ` (${clock})`}`;
  }
  return `${writeDays(schedule.days, lang)} ${schedule.at} (${clock})`;
}

function writeDays(days: readonly number[], lang: Lang): string {
  const sorted = [...days].sort((a, b) => a - b);
  if (lang === 'zh') return `周${sorted.map((day) => '一二三四五六日'[day - 1]).join('、')}`;
  return sorted.map((day) => ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][day - 1]).join(', ');
}

function sayNumber(
  say: Say,
  [zh, en]: readonly [string, string],
  old: number,
  now: number,
  taste?: 'more is better' | 'less is better',
): void {
  if (old === now) return;
  const effect = taste === undefined ? 'other' : now > old === (taste === 'more is better') ? 'better' : 'worse';
  say(`${zh}：${formatInteger(old)} → ${formatInteger(now)}`, `${en}: ${formatInteger(old)} → ${formatInteger(now)}`, effect);
}

function sayPlays(before: CompiledGame, after: CompiledGame, say: Say): void {
  const named = (game: Game) =>
    new Map(game.playGroups.flatMap((group) => group.plays.map((play) => [play.code, `${group.name} ${play.name}`] as const)));
  const oldNames = named(before.game);
  const newNames = named(after.game);
  for (const { play } of before.plays)
    if (!after.play(play.code))
      say(`取消玩法 ${oldNames.get(play.code)}（${play.code}）`, `play ${play.code} goes (${oldNames.get(play.code)})`, 'worse');
  for (const { play, unitFen } of after.plays) {
    const name = newNames.get(play.code) as string;
    const was = before.play(play.code);
    if (!was) {
      const returns = playReturns(after, play.code);
      const rate = returns === undefined ? '' : percentText(returns.average);
      say(`新增玩法 ${name}（${play.code}），返奖率 ${rate}`, `play ${play.code} is new (${name}), returns ${rate}`, 'better');
      continue;
    }
    if (oldNames.get(play.code) !== name)
      say(
        `玩法 ${play.code} 改名：${oldNames.get(play.code)} → ${name}`,
        `play ${play.code} is now called ${name} (was ${oldNames.get(play.code)})`,
      );
    if (was.unitFen !== unitFen)
      say(
        `${name}每注：${formatMoney(was.unitFen)} 元 → ${formatMoney(unitFen)} 元`,
        `${play.code} costs ${formatMoney(was.unitFen)} → ${formatMoney(unitFen)} yuan a bet`,
        unitFen < was.unitFen ? 'better' : 'worse',
      );
    sayAreas(was.play, play, name, say);
    if (!same(was.play.rule, play.rule)) say(`${name}的中奖规则有变`, `the winning rule of ${play.code} changes`);
    sayPrizes(was.play, play, name, say);
    sayReturns(before, after, play.code, name, say);
  }
}

function sayAreas(old: Play, now: Play, name: string, say: Say): void {
  const bounds = (area: Area) => [
    area.kind,
    area.min,
    area.max,
    'from' in area ? [area.from, area.to, area.bankers ?? null] : null,
    'options' in area ? area.options.map((option) => option.value) : null,
  ];
  const size = (area: Area) => ('from' in area ? ` ${area.from}–${area.to}` : 'options' in area ? ` ${area.options.length} 项` : '');
  const write = (area: Area) => `${area.label}${size(area)} 选 ${area.min}–${area.max}`;
  if (same(old.areas.map(bounds), now.areas.map(bounds))) return;
  say(
    `${name}的选号：${old.areas.map(write).join('，')} → ${now.areas.map(write).join('，')}`,
    `what ${now.code} lets one pick: ${old.areas.map(write).join(', ')} → ${now.areas.map(write).join(', ')}`,
  );
}

const fenOf = (prize: Prize): number => (prize.kind === 'fixed' ? prize.fen : prize.estimateFen);
const writePrize = (prize: Prize, about: string, yuan: string): string =>
  `${prize.kind === 'fixed' ? '' : about}${formatMoney(fenOf(prize))}${yuan}`;

function sayPrizes(old: Play, now: Play, name: string, say: Say): void {
  const of = (prize: Prize) => (now.prizes.length === 1 && old.prizes.length === 1 ? name : `${name}的${prize.name}`);
  const known = new Map(old.prizes.map((prize) => [prize.tier, prize]));
  for (const prize of now.prizes) {
    const was = known.get(prize.tier);
    known.delete(prize.tier);
    if (!was) {
      say(
        `${name}新增奖级 ${prize.name}：${writePrize(prize, '约 ', ' 元')}`,
        `${now.code} has a new tier ${prize.tier}: ${writePrize(prize, 'about ', ' yuan')}`,
        'better',
      );
    } else if (fenOf(was) !== fenOf(prize) || was.kind !== prize.kind) {
      const up = fenOf(prize) >= fenOf(was);
      say(
        `${of(prize)}奖金${up ? '提高' : '降低'}：${writePrize(was, '约 ', ' 元')} → ${writePrize(prize, '约 ', ' 元')}`,
        `${now.code} tier ${prize.tier} pays ${up ? 'more' : 'less'}: ${writePrize(was, 'about ', ' yuan')} → ${writePrize(prize, 'about ', ' yuan')}`,
        up ? 'better' : 'worse',
      );
    } else if (
      was.kind === 'floating' &&
      prize.kind === 'floating' &&
      (was.poolPermille !== prize.poolPermille || was.capFen !== prize.capFen)
    ) {
      say(
        `${of(prize)}：占奖池 ${was.poolPermille}‰、封顶 ${formatMoney(was.capFen)} 元 → ${prize.poolPermille}‰、${formatMoney(prize.capFen)} 元`,
        `${now.code} tier ${prize.tier}: ${was.poolPermille}‰ of the pool, at most ${formatMoney(was.capFen)} → ${prize.poolPermille}‰, ${formatMoney(prize.capFen)} yuan`,
      );
    }
  }
  for (const gone of known.values()) say(`${name}取消奖级 ${gone.name}`, `${now.code} loses tier ${gone.tier}`, 'worse');
}

function sayReturns(before: CompiledGame, after: CompiledGame, code: string, name: string, say: Say): void {
  const [one, other] = [before.play(code), after.play(code)];
  // The same play on the same draws returns the same; working that out takes a while for a large family.
  if (one?.unitFen === other?.unitFen && same(one?.play, other?.play) && same(before.game.draw, after.game.draw)) return;
  const old = playReturns(before, code)?.average;
  const now = playReturns(after, code)?.average;
  if (old === undefined || now === undefined || sameFraction(old, now)) return;
  const up = now.numerator * old.denominator > old.numerator * now.denominator;
  say(
    `${name}返奖率：${percentText(old)} → ${percentText(now)}`,
    `${code} returns ${percentText(old)} → ${percentText(now)}`,
    up ? 'better' : 'worse',
  );
}

/** Same in meaning: whatever the order of the properties in the two files. */
function same(a: unknown, b: unknown): boolean {
  return a === b || (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b));
}
