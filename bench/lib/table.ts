/** Figures as lines of a terminal. */
import { type Figure, goalText, goalMet, valueText } from './figure.ts';

/** Columns that a Chinese character takes are two; the texts here hold few, so only the usual ranges are known. */
function width(text: string): number {
  let columns = 0;
  for (const char of text) columns += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(char) ? 2 : 1;
  return columns;
}

export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => width(row[column] ?? ''))));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - width(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function figureTable(figures: readonly Figure[], baseline: (id: string) => number | undefined): string {
  const rows = [['figure', 'what', 'value', 'goal', '', 'baseline', 'compared']];
  for (const figure of figures) {
    const good = goalMet(figure);
    const before = baseline(figure.id);
    const { against } = figure;
    rows.push([
      figure.id,
      figure.what,
      valueText(figure.value, figure.unit),
      goalText(figure),
      good === undefined ? '' : good ? 'met' : 'SHORT',
      before === undefined ? '–' : valueText(before, figure.unit),
      [against ? `${against.ours} / ${against.theirs} (${against.what})` : '', figure.note ?? ''].filter(Boolean).join('; '),
    ]);
  }
  return table(rows);
}
