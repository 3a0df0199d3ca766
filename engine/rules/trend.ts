/**
 * Trend chart (走势图): which number came in which issue, how long each stayed away (遗漏), and what that comes to.
 * Pure figures over past draws. They say nothing about the next one, and the chart says so.
 */
import type { Draw, Tone, ToneOf, Zone } from '../descriptions/types.ts';

/** One chart of a draw: a zone as a whole, one place of it, or the sum of it. */
export interface TrendTab {
  readonly id: string;
  readonly label: string;
  readonly zone: string;
  /** Index of the one place; left out: all of the zone. */
  readonly place?: number;
  readonly of: 'numbers' | 'sum';
  /** The values that columns stand for, in order. */
  readonly columns: readonly number[];
  readonly pad: number;
  readonly tone: Tone;
  /** Values with a tone of their own. */
  readonly tones?: readonly ToneOf[];
  /** One hit in each row, so that a line from hit to hit means something. */
  readonly single: boolean;
}

export interface TrendRow {
  readonly issue: string;
  /** How often each column came (0: not). */
  readonly hits: readonly number[];
  /** Draws since each column last came, this one counted; 0 where it came. */
  readonly missed: readonly number[];
}

/** One figure for each column. */
export interface TrendStatistics {
  /** 出现次数: how often it came in the rows shown, repeats within a draw counted. */
  readonly times: readonly number[];
  /** 平均遗漏: draws without it ÷ (draws with it + 1), to the nearest whole. */
  readonly average: readonly number[];
  /** 最大遗漏: the largest figure in the rows shown, which may have begun before them. */
  readonly longest: readonly number[];
  /** 最大连出: most draws in a row with it. */
  readonly streak: readonly number[];
  /** 当前遗漏: draws since it last came, after the newest row. */
  readonly current: readonly number[];
}

export interface Trend {
  /** Oldest first. */
  readonly rows: readonly TrendRow[];
  readonly statistics: TrendStatistics;
}

/** A chart of sums wider than this would be columns that nearly never come. */
const MOST_SUMS = 28;

/** The charts that a draw gives, in the order of its zones. */
export function trendTabs(zones: readonly Zone[]): readonly TrendTab[] {
  const several = zones.length > 1;
  return zones.flatMap((zone): TrendTab[] => {
    const columns = range(zone.from, zone.to);
    const common = { zone: zone.id, columns, pad: zone.pad ?? 0, tone: zone.tone ?? 'red' } as const;
    const own = zone.tones ? { tones: zone.tones } : {};
    const whole = (label: string): TrendTab => ({ ...common, ...own, id: zone.id, label, of: 'numbers', single: zone.pick === 1 });
    if (zone.kind === 'set' || zone.pick === 1) return [whole(several || zone.pick === 1 ? zone.label : '号码')];
    const name = (text: string): string => (several ? `${zone.label}${text}` : text);
    const tabs = Array.from({ length: zone.pick }, (_, place): TrendTab => {
      const known = zone.places?.[place];
      const label = known?.label ?? name(`第 ${place + 1} 位`);
      return { ...common, ...own, id: `${zone.id}/${known?.id ?? place}`, label, place, of: 'numbers', single: true };
    });
    // Where every number is drawn each time, how often a number came is no news.
    if (zone.pick < columns.length) tabs.unshift(whole(name('分布')));
    const sums = range(zone.from * zone.pick, zone.to * zone.pick);
    if (zone.kind === 'digits' && sums.length <= MOST_SUMS)
      tabs.push({ ...common, id: `${zone.id}/sum`, label: name('和值'), of: 'sum', columns: sums, pad: 0, single: true });
    return tabs;
  });
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/**
 * The last `size` draws as rows with their statistics. Draws before those only say how long numbers had been away already.
 * A draw of another shape (the game was described otherwise then) is left out.
 */
export function trend(
  tab: TrendTab,
  drawsOldestFirst: readonly (Pick<Draw, 'numbers'> & { readonly issue: string })[],
  size: number,
): Trend {
  const width = tab.columns.length;
  const first = tab.columns[0] ?? 0;
  const draws = drawsOldestFirst.flatMap(({ issue, numbers }) => {
    const values = valuesOf(tab, numbers);
    return values?.every((value) => value >= first && value < first + width) ? [{ issue, values }] : [];
  });
  const missed = new Array<number>(width).fill(0);
  const rows: TrendRow[] = draws.map(({ issue, values }) => {
    const hits = new Array<number>(width).fill(0);
    for (const value of values) hits[value - first] = (hits[value - first] ?? 0) + 1;
    for (let at = 0; at < width; at++) missed[at] = hits[at] ? 0 : (missed[at] ?? 0) + 1;
    return { issue, hits, missed: [...missed] };
  });
  const shown = rows.slice(Math.max(0, rows.length - size));
  return { rows: shown, statistics: statisticsOf(shown, width) };
}

function valuesOf(tab: TrendTab, numbers: Draw['numbers']): readonly number[] | undefined {
  const drawn = numbers[tab.zone];
  if (!drawn?.length) return undefined;
  if (tab.of === 'sum') return [drawn.reduce((sum, value) => sum + value, 0)];
  if (tab.place === undefined) return drawn;
  const value = drawn[tab.place];
  return value === undefined ? undefined : [value];
}

function statisticsOf(rows: readonly TrendRow[], width: number): TrendStatistics {
  const zeros = () => new Array<number>(width).fill(0);
  const [times, average, longest, streak, current] = [zeros(), zeros(), zeros(), zeros(), zeros()];
  for (let at = 0; at < width; at++) {
    let run = 0;
    let came = 0;
    for (const row of rows) {
      const hit = row.hits[at] ?? 0;
      const away = row.missed[at] ?? 0;
      times[at] = (times[at] ?? 0) + hit;
      if (hit > 0) came += 1;
      run = hit > 0 ? run + 1 : 0;
      if (run > (streak[at] ?? 0)) streak[at] = run;
      if (away > (longest[at] ?? 0)) longest[at] = away;
      current[at] = away;
    }
    const parts = came + 1;
    average[at] = Math.floor((2 * (rows.length - came) + parts) / (2 * parts));
  }
  return { times, average, longest, streak, current };
}
