/** Texts side by side, and what a changed schedule begins with. */
import { describe, expect, it } from 'vitest';
import { rowsNearChanges, diffLines } from '../../../app/workshop/line-diff.ts';
import { firstIssueOf, issueAt, issuesFrom } from '../../../engine/descriptions/schedule.ts';
import type { Schedule } from '../../../engine/descriptions/types.ts';

describe('two texts side by side', () => {
  const sides = (left: string, right: string) =>
    diffLines(left, right).map(({ left: a, right: b, same }) => `${a?.[1] ?? '∅'}${same ? '=' : '|'}${b?.[1] ?? '∅'}`);

  it('puts a changed line beside what it was, and lines of one side beside nothing', () => {
    expect(sides('a\nb\nc\nd', 'a\nB\nc\nd')).toEqual(['a=a', 'b|B', 'c=c', 'd=d']);
    expect(sides('a\nb\nc', 'a\nx\ny\nb\nc')).toEqual(['a=a', '∅|x', '∅|y', 'b=b', 'c=c']);
    expect(sides('a\nb\nc', 'c')).toEqual(['a|∅', 'b|∅', 'c=c']);
    expect(sides('', 'a')).toEqual(['|a']);
  });

  it('gives both texts back, whatever they are', () => {
    const texts = ['', 'a', 'a\nb', 'b\na\nb', 'x\na\ny\nb\nz', 'a\na\na\nb', 'b\n\n\na'];
    for (const left of texts)
      for (const right of texts) {
        const rows = diffLines(left, right);
        expect(rows.flatMap((row) => (row.left ? [row.left[1]] : [])).join('\n')).toBe(left);
        expect(rows.flatMap((row) => (row.right ? [row.right[1]] : [])).join('\n')).toBe(right);
        expect(rows.every((row) => !row.same || row.left?.[1] === row.right?.[1])).toBe(true);
      }
  });

  it('leaves out what is far from every difference, and says how much', () => {
    const lines = Array.from({ length: 20 }, (_, i) => String(i));
    const parts = rowsNearChanges(diffLines(lines.join('\n'), lines.with(10, 'x').join('\n')), 2);
    expect(parts.map((part) => (typeof part === 'number' ? part : part.left?.[1]))).toEqual([8, '8', '9', '10', '11', '12', 7]);
  });
});

describe('the first issue of a changed schedule', () => {
  const every = (everySeconds: number, first = '00:10:00'): Schedule => ({
    kind: 'interval',
    utcOffset: '+08:00',
    first,
    everySeconds,
    drawsPerDay: Math.floor(80_000 / everySeconds),
    closeBeforeSeconds: 30,
    issue: '{yyyy}{MM}{dd}{seq:4}',
  });
  const noon = Date.parse('2026-11-24T12:03:00+08:00');

  it('comes after the issue on sale, which is sold to its end', () => {
    const [old, now] = [every(600), every(900)];
    const first = firstIssueOf(now, old, noon);
    const selling = issueAt(old, noon);
    expect(first?.closesAt).toBeGreaterThan(selling.closesAt);
    expect(first).toEqual(issueAt(now, selling.closesAt));
  });

  it('is the next one where the issue on sale is the same in both', () => {
    const old = every(600);
    // Half as many draws: every second one falls on a former one.
    const now = every(1200);
    const at = issuesFrom(now, noon, 1)[0]?.opensAt ?? 0;
    expect(firstIssueOf(old, old, at)).toBeUndefined();
    expect(firstIssueOf(now, old, at)?.drawsAt).toBeGreaterThanOrEqual(issueAt(old, at).closesAt);
  });
});
