/**
 * Compares the shown page of a sports game with the states of its machines: the number of picked matches and pressed choices, the matches
 * and the multiplier of the slip, the changed odds, and the outcome of the bet.
 */
import type { AnyMachineSnapshot } from 'xstate';
import type { MatchPicksContext } from '../../engine/machines/match-picks.ts';
import type { MatchSlipContext } from '../../engine/machines/match-slip.ts';
import { viewOf } from '../../engine/screens/sports/plays.ts';
import type { SportRuntime } from '../../engine/screens/sports/runtime.ts';
import { differenceCollector, compareOutcome } from './stage-screen.ts';

/** The differences as sentences. `machine` returns the state of a machine by its name ("picks"); undefined if the trace has none yet. */
export function sportScreenDifferences(
  page: ParentNode,
  sport: SportRuntime,
  machine: (part: string) => AnyMachineSnapshot | undefined,
): string[] {
  const { differs, expect } = differenceCollector();
  const picks = machine('picks')?.context as MatchPicksContext | undefined;
  const figures = page.querySelector('.match-bar__figures b');
  if (picks && figures) {
    expect('picked matches', figures.textContent, String(picks.matches.length));
    const { row } = viewOf(sport.version.get().sport, sport.view.get());
    const pressed = page.querySelectorAll('.matches .match-cell[aria-pressed="true"]').length;
    expect(
      'picked choices',
      pressed,
      choicesOf(picks, (play) => row.some(({ code }) => code === play)),
    );
  }
  const slip = machine('matchSlip')?.context as MatchSlipContext | undefined;
  if (!slip || !page.querySelector('.match-slip-bar')) return differs;
  // 奖金优化 lists bets instead of matches, and has the number of bets instead of the multiplier.
  const times = (within: string) => page.querySelector<HTMLInputElement>(`${within} .stepper input`)?.value;
  const multiplier = times('.match-slip-bar');
  if (multiplier !== undefined) {
    expect('multiplier', multiplier, String(slip.multiplier));
    expect('matches of the slip', page.querySelector('ul.match-slip')?.children.length ?? 0, slip.legs.length);
  } else if (slip.plan) expect('planned bets', times('.optimise'), String(slip.plan.total));
  const titles = [...page.querySelectorAll('.match-slip-bar__changed')].map(({ textContent }) => textContent).join();
  const shownChanges = /(\d+) 个赔率或盘口已变/.exec(titles)?.[1] ?? '0';
  expect('changes that are asked about', shownChanges, String(slip.changes.length));
  compareOutcome(page, machine('submission'), expect);
  return differs;
}

function choicesOf({ matches }: MatchPicksContext, counts: (play: string) => boolean): number {
  return matches.reduce(
    (sum, { picks }) => sum + Object.entries(picks).reduce((all, [play, odds]) => all + (counts(play) ? Object.keys(odds).length : 0), 0),
    0,
  );
}
