/** Nothing is on sale: when the next sale begins, and what the description offers to do until then. */
import { useReadableValue } from '../../../core/use-current.ts';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import type { MatchBoardBlock } from '../../../../descriptions/generated/screen.ts';
import { DAY_STARTS } from '../../../../descriptions/sports/conditions.ts';
import { formatInstant } from '../../../../descriptions/screens/time.ts';
import { ActionButton, useShown } from '../../../blocks/parts/action-button.tsx';
import { useScreenState } from '../../../core/hooks.ts';
import { Empty } from '../../../kit/empty.tsx';
import type { SportIssue } from '../../calls.ts';
import { useSport } from '../../use-sport.ts';
import { clockWithDay, dayName } from './times.ts';

/** A second press this soon (ms) is the other half of a double tap, not another wish: what the first one set would be taken back. */
const DOUBLE_MS = 400;

export default function NoMatches({ block }: { readonly block: MatchBoardBlock }): ReactNode {
  const runtime = useSport();
  const { book, host } = runtime;
  const { sale } = useReadableValue(runtime.version).sport;
  const [, tell] = useScreenState(block.idle);
  const shown = useShown(block.actions);
  const pressed = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    tell('yes');
    return () => {
      tell('');
    };
  }, [tell]);
  const offset = host.offsetMinutes ?? 0;
  const now = host.now();
  const note = sale?.issues ? issueText(book.listing()?.page.issues ?? [], now, offset) : dayText(sale?.dayStarts, now, offset);
  const once = (event: MouseEvent): void => {
    if (event.timeStamp - pressed.current < DOUBLE_MS) event.stopPropagation();
    else pressed.current = event.timeStamp;
  };
  return (
    <Empty title="现在没有在售的赛事" note={note} picture="no-results">
      <div className="matches__idle" onClickCapture={once}>
        {shown.map((button) => (
          <ActionButton key={button.label.source} button={button} />
        ))}
      </div>
    </Empty>
  );
}

const LATER = '新的赛事开售后会显示在这里，页面会自动更新。';

/** The next issue that is known to be coming. Pure. */
function issueText(issues: readonly SportIssue[], now: number, offsetMinutes: number): string {
  const [next] = issues.filter(({ opensAt, state }) => opensAt > now && state === 'coming').sort((a, b) => a.opensAt - b.opensAt);
  return next ? `第 ${next.issue} 期 ${clockWithDay(next.opensAt, now, offsetMinutes)} 开售。` : LATER;
}

/** The next sale day, by the product's wall clock. Pure. */
function dayText(starts: string | undefined, now: number, offsetMinutes: number): string {
  const today = formatInstant(now, offsetMinutes, 'day') ?? '';
  const [hours = 0, minutes = 0] = (starts ?? DAY_STARTS).split(':').map(Number);
  const begins = Date.parse(`${today}T00:00:00Z`) + (hours * 60 + minutes - offsetMinutes) * 60_000;
  const at = begins > now ? begins : begins + 86_400_000;
  return `下一个销售日 ${dayName(formatInstant(at, offsetMinutes, 'day') ?? today, now, offsetMinutes)} ${starts ?? DAY_STARTS} 开始，开售后会显示在这里。`;
}
