import type { Area, Line, PickedValue, Play } from '../descriptions/types.ts';
import { countedKindOf } from './kinds/table.ts';
import { picksOf } from './zones.ts';

/**
 * A line as players write it: `[胆 01 02] 拖 05 06 07 + 09`, `万 1 2 | 千 3 | 百 4`, option labels in the order of the board.
 * Numbers ascend, so that one choice is always written the same way.
 */
export function formatLine(play: Play, line: Line): string {
  const rows = play.areas
    .map((area) => ({ area, picks: picksOf(line.picks, area.id), bankers: picksOf(line.bankers, area.id) }))
    .filter(({ picks, bankers }) => picks.length + bankers.length > 0);
  const written = ({ area, picks, bankers }: (typeof rows)[number]): string => {
    const tail = writeValues(area, picks);
    return bankers.length > 0 ? `[胆 ${writeValues(area, bankers)}] 拖 ${tail}` : tail;
  };
  if (play.areas.length === 1 || countedKindOf(play.rule)?.unnamed) return rows.map(written).join(' + ');
  return rows.map((row) => `${shortLabel(row.area.label)} ${written(row)}`).join(' | ');
}

/** A pasted file is not written out. */
const WRITTEN_ENTRIES = 20;

/** 万位 is written 万 in front of its digits. */
export function shortLabel(label: string): string {
  return label.length > 1 && label.endsWith('位') ? label.slice(0, -1) : label;
}

function writeValues(area: Area, values: readonly PickedValue[]): string {
  if (area.kind === 'numbers')
    return (values as readonly number[])
      .toSorted((a, b) => a - b)
      .map((v) => String(v).padStart(area.pad ?? 1, '0'))
      .join(' ');
  if (area.kind === 'lines') {
    const more = values.length > WRITTEN_ENTRIES ? ` … 共 ${values.length} 个` : '';
    return values.slice(0, WRITTEN_ENTRIES).join(String(values[0]).includes(' ') ? ', ' : ' ') + more;
  }
  return area.options
    .filter((option) => values.includes(option.value))
    .map((option) => option.label)
    .join(' ');
}
