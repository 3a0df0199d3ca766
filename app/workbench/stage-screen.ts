/**
 * Does the phone show what its machines say? Looks at what a player sees: pressed balls, lines of the slip, the issue, the outcome.
 * Only what stands on the present page can be looked at.
 */
import type { AnyMachineSnapshot, StateValue } from 'xstate';
import type { SelectionContext } from '../../engine/machines/ball-selection.ts';
import type { SlipContext } from '../../engine/machines/bet-slip.ts';
import type { ClockContext } from '../../engine/machines/draw-clock.ts';
import { pathOf } from '../../engine/replay/index.ts';

/** Title of the sheet for each state of a submission that has one. */
const OUTCOMES: Readonly<Record<string, RegExp>> = { doubt: /正在确认结果/, accepted: /投注成功|追号成功/ };

function picked({ areas, picks, bankers }: SelectionContext): number {
  return areas
    .filter(({ values }) => values !== 'entries')
    .reduce((sum, { id }) => sum + (picks[id]?.length ?? 0) + (bankers[id]?.length ?? 0), 0);
}

/** Differences in words. `machine` gives the machine of a part of the game ("selection") that the page is of. */
export function screenDifferences(page: ParentNode, machine: (part: string) => AnyMachineSnapshot | undefined): string[] {
  const { differs, expect } = differenceCollector();
  const selection = machine('selection');
  if (selection && page.querySelector('.pick'))
    expect('picked values', page.querySelectorAll('.pick[aria-pressed="true"]').length, picked(selection.context as SelectionContext));
  const slip = machine('slip');
  const list = page.querySelector('ul.slip[aria-label="投注单号码"]');
  if (slip && list) expect('lines of the slip', list.children.length, (slip.context as SlipContext).lines.length);
  const clock = machine('clock');
  const countdown = page.querySelector('.countdown__issue');
  if (clock && countdown) {
    const { issue } = clock.context as ClockContext;
    expect('issue', countdown.textContent?.trim() ?? '', issue ? `第 ${issue.issue} 期` : '');
  }
  if (page.querySelector('.slip-bar')) compareOutcome(page, machine('submission'), expect);
  return differs;
}

/** Reports the shown and the expected value where they differ. */
export type CompareShown = (what: string, shown: unknown, meant: unknown) => void;

/** The outcome of the bet, in a sheet of its own; undefined: none was sent yet. */
export function compareOutcome(page: ParentNode, submission: AnyMachineSnapshot | undefined, expect: CompareShown): void {
  if (!submission) return;
  const now = pathOf(submission.value as StateValue).split('.')[0] ?? '';
  const title = OUTCOMES[now];
  const shown = [...page.querySelectorAll('dialog[open]')].map((dialog) => dialog.textContent ?? '');
  if (title && !shown.some((text) => title.test(text))) expect('outcome of the bet', shown.join(' ') || 'none', now);
  for (const [state, other] of Object.entries(OUTCOMES))
    if (state !== now && shown.some((text) => other.test(text))) expect('outcome of the bet', state, now);
}

/** Collects differences as `differs` words them. */
export function differenceCollector(): { readonly differs: string[]; readonly expect: CompareShown } {
  const differs: string[] = [];
  return {
    differs,
    expect: (what, shown, meant) => {
      if (shown !== meant) differs.push(`${what}: the screen shows ${String(shown)}, the machine says ${String(meant)}`);
    },
  };
}
