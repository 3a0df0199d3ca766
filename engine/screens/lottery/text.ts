/** Sentences and captions of the game blocks, made from descriptions. Pure. */
import type { Area, Line, PickedValue, Picks, Play } from '../../descriptions/types.ts';
import { formatMoney } from '../../descriptions/format.ts';
import type { MissingPick } from '../../rules/types.ts';

/** More names than this make a sentence that nobody reads above a button. */
const NAMED_LACKS = 3;

/** True for an area in which one value is chosen (an option, a sum, a span). Its text gives no number of missing picks. */
function isChoice({ area: id, missing }: MissingPick, { areas, rule }: Play): boolean {
  const area = areas.find((each) => each.id === id);
  if (missing > 1 || !area) return false;
  return area.kind === 'options' || (area.kind === 'numbers' && (rule.kind === 'tuples' || rule.kind === 'options'));
}

/** What still has to be picked, as one sentence: "还差 2 个红球、1 个蓝球", "还差万位、千位各 1 个", "请选择和值". */
export function missingPicksText(all: readonly MissingPick[], play: Play): string {
  if (all.some(({ missing }) => missing <= 0)) return '所选号码无法组成一注，请调整选号';
  const [first] = all;
  if (first && play.rule.kind === 'options' && play.rule.combine === 'pass') return `还差 ${first.missing} 关`;
  const typed = play.areas.find(({ id, kind }) => kind === 'lines' && all.some(({ area }) => area === id));
  if (typed && all.length === 1) return `请输入${typed.label}`;
  const choices = all.filter((lack) => isChoice(lack, play));
  // Nothing at all is picked, and any will do.
  if (choices.length === 1 && choices[0]?.label === '选项') return '请至少选择一项';
  const named = choices.slice(0, NAMED_LACKS).map(({ label }) => label);
  const choose = named.length > 0 ? `请选择${named.join('、')}${choices.length > named.length ? ' 等' : ''}` : '';
  return [
    countText(
      all.filter((lack) => !choices.includes(lack)),
      play,
    ),
    choose,
  ]
    .filter(Boolean)
    .join('，');
}

function countText(lacks: readonly MissingPick[], play: Play): string {
  const [first] = lacks;
  if (!first) return '';
  // Where there is one area its title says nothing new; a place (万位) or a zone (前区) is not what is picked, its number is.
  const single = play.areas.length === 1 && play.areas[0]?.kind === 'numbers';
  const name = ({ label, banker }: MissingPick) =>
    banker ? (single ? '胆码' : `${label}胆码`) : single ? '号码' : label.replace(lacks[1] ? '区' : /[位区]$/, '$&号码');
  const named = lacks.slice(0, NAMED_LACKS);
  const rest = lacks.length > named.length ? `等 ${lacks.length} 处` : '';
  if (lacks[1] && lacks.every(({ missing }) => missing === first.missing))
    return `还差${named.map(name).join('、')}${rest}各 ${first.missing} 个`;
  return `还差 ${named.map((lack) => `${lack.missing} 个${name(lack)}`).join('、')}${rest}`;
}

/** Picks without the areas where nothing is picked. */
export function nonEmptyPicks(picks: Picks): Record<string, readonly PickedValue[]> {
  return Object.fromEntries(Object.entries(picks).filter(([, values]) => values.length > 0));
}

export const padded = (value: number, pad = 0): string => String(value).padStart(pad, '0');

/** A money amount as short as it can be: 1,800 rather than 1,800.00 where the fen are zero. */
export function shortMoney(fen: number | bigint): string {
  return formatMoney(fen).replace(/\.00$/, '');
}

/** Label of a group's play without what the group says already: 前三 › 前三直选 → 直选, 大小单双 › 前二大小单双 → 前二. */
export function playLabel(group: string, play: string): string {
  if (play.length <= group.length) return play;
  if (play.startsWith(group)) return play.slice(group.length);
  return play.endsWith(group) ? play.slice(0, -group.length) : play;
}

/** How many the area asks for, in words. */
export function areaNote(area: Area, need: number): string {
  if (area.kind === 'numbers' && area.bankers) {
    const { min, max } = area.bankers;
    return `胆 ${min === max ? min : `${min}–${max}`} 个 · 共 ${need} 个起`;
  }
  if (area.min === area.max) return `选 ${area.min} 个`;
  // One of many is what a board asks for by itself.
  return area.min > 1 ? `至少选 ${area.min} 个` : '';
}

/**
 * What stands under a number that has no omission figure: the numbers it stands for ("111"), or the prize of just this option.
 * `prizeOf`: what a bet of a line wins, by the rules. Undefined where a caption would say the same under every number.
 */
export function optionCaptions(play: Play, area: Area, prizeOf: (line: Line) => string): ReadonlyMap<PickedValue, string> | undefined {
  const { rule } = play;
  const values: readonly PickedValue[] =
    area.kind === 'numbers'
      ? Array.from({ length: area.to - area.from + 1 }, (_, i) => area.from + i)
      : area.kind === 'options'
        ? area.options.map((option) => option.value)
        : [];
  if (rule.kind === 'group') {
    const repeat = repeatOf(play, area);
    return repeat > 1 ? new Map(values.map((value) => [value, String(value).repeat(repeat)])) : undefined;
  }
  if (rule.kind !== 'options' || rule.combine === 'all' || rule.combine === 'pass') return undefined;
  const prizes = new Map<PickedValue, string>();
  for (const value of values) {
    // Not its first case's: that may be the stake that is given back.
    const prize = prizeOf({ play: play.code, picks: { [area.id]: [value] } });
    if (prize) prizes.set(value, prize);
  }
  return new Set(prizes.values()).size > 1 || area.kind === 'options' ? prizes : undefined;
}

/** How many equal numbers a number of the area stands for: 3 where one picks 111. 1 where it is one number. */
export function repeatOf({ rule }: Play, area: Area): number {
  if (rule.kind !== 'group' || area.kind !== 'numbers' || area.layout !== 'dice') return 1;
  const times = rule.roles.filter((role) => role.area === area.id).map((role) => role.times);
  return times.length === 1 ? (times[0] ?? 1) : 1;
}

/** A route template of a description with its names filled in. */
export function routeOf(template: string, names: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(names, name) ? encodeURIComponent(names[name] ?? '') : whole,
  );
}
