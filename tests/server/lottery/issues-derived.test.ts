/**
 * A game whose numbers follow from another's draw has an issue for each draw of that, with its name and seed, or one that is written off where
 * nothing can follow any more: neither twice nor never, whatever becomes of the source meanwhile.
 */
import { beforeEach, expect, it } from 'vitest';
import { issuesFrom } from '../../../engine/descriptions/schedule.ts';
import type { Services } from '../../../server/services.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { noteSkippedIssues } from '../../../server/lottery/draws/skipped-issues.ts';
import { ISSUE_MS, fastIssues } from '../support/fast-issues.ts';
import { interposeBefore } from '../support/interposed.ts';
import { FAST_DERIVED as DERIVED, FAST_SOURCE as SOURCE } from '../support/tickets.ts';

const HOUR = 3_600_000;

const processes = fastIssues();
const { at, ask, version, writeOff, expectEachOnce, lastClose } = processes;
let context: Services;
let other: Services;
let start: number;
beforeEach(() => {
  ({ context, other, start } = processes.now());
});

it('what a draw follows from is written off there: so is what follows', async () => {
  for (const code of [SOURCE, DERIVED]) await openIssues(at(start), version(code));
  const last = await lastClose(SOURCE);
  await noteSkippedIssues(at(start + HOUR), version(SOURCE), start);
  // One process goes on with the other game as of an earlier instant.
  await noteSkippedIssues(at(start + HOUR - 3 * ISSUE_MS, other), version(DERIVED), start);
  await writeOff();
  await openIssues(at(start + HOUR - 3 * ISSUE_MS, other), version(DERIVED));
  for (const code of [SOURCE, DERIVED]) await openIssues(at(start + HOUR), version(code));
  for (const code of [SOURCE, DERIVED]) {
    const rows = await expectEachOnce(code);
    const passed = rows.filter(({ closes_at }) => closes_at > last && closes_at <= start + HOUR);
    expect([...new Set(passed.map(({ cancelled }) => cancelled))]).toEqual(['skipped']);
    expect(rows.at(-1)?.state).toBe('open');
  }
});

it('of a draw that has an issue already, opened under another name, none is written off', async () => {
  for (const code of [SOURCE, DERIVED]) await openIssues(at(start), version(code));
  const next = issuesFrom(version(DERIVED).game.schedule, await lastClose(DERIVED), 1)[0];
  const row = [next?.opensAt, next?.closesAt, next?.drawsAt];
  for (const code of [SOURCE, DERIVED])
    await ask(
      `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed)
       VALUES ($1, $2, $3, $4, $5, 'open', $6, 'c', 's')`,
      [code, `${next?.issue}-2`, ...row, version(code).hash],
    );
  const close = await lastClose(DERIVED);
  // Noted before it was there.
  await ask('INSERT INTO skipped_spans (game, after, before, hash, noticed_at, next_after) VALUES ($1, $2, $3, $4, $3, $2)', [
    DERIVED,
    close - ISSUE_MS,
    close + ISSUE_MS,
    version(DERIVED).hash,
  ]);
  await writeOff();
  await expectEachOnce(DERIVED);
});

it.each([
  ['drawn', null],
  ['settled', null],
  ['withdrawn', 'operator'],
])('of a draw whose source is %s before it is opened, one is written off', async (state, cancelled) => {
  for (const code of [SOURCE, DERIVED]) await openIssues(at(start), version(code));
  const late = (await lastClose(SOURCE)) - ISSUE_MS / 2;
  const next = issuesFrom(version(SOURCE).game.schedule, late + ISSUE_MS, 1)[0];
  await openIssues(at(late), version(SOURCE));
  const standing = interposeBefore(
    context.database,
    (text) => text.includes('add_derived_issues'),
    () =>
      ask(
        `UPDATE issues SET state = $3, cancelled = $4, numbers = CASE WHEN $4::text IS NULL THEN '{}'::jsonb END WHERE game = $1 AND closes_at = $2`,
        [SOURCE, next?.closesAt, state, cancelled],
      ),
  );
  await openIssues(at(late, context, standing), version(DERIVED));
  const rows = await expectEachOnce(DERIVED);
  expect(rows.find(({ closes_at }) => closes_at === next?.closesAt)).toMatchObject({ state: 'withdrawn', cancelled: 'skipped' });
  expect(rows.at(-1)?.state).toBe('open');
});
