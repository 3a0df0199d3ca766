import { type ReactNode, useEffect, useRef, useState } from 'react';
import { issueAt } from '../../descriptions/schedule.ts';
import type { Schedule } from '../../descriptions/types.ts';
import { formatSpan } from '../../descriptions/screens/time.ts';
import { useHost } from '../core/hooks.ts';
import { replaceTextContent } from '../core/write-text.ts';
import { everySecond } from './every-second.ts';

/**
 * Time left to bet. A second passing writes this one text and renders nothing; a schedule is asked again only when its issue has closed.
 * The sale itself closes by the server's clock.
 */
export function NextDraw({ schedule }: { readonly schedule: Schedule }): ReactNode {
  const host = useHost();
  // Rendered once; from then on the effect writes it. React compares with what it rendered, and that never changes.
  const [first] = useState(() => formatSpan(issueAt(schedule, host.now()).closesAt - host.now()));
  const span = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let closesAt = Number.NEGATIVE_INFINITY;
    const write = (): void => {
      const now = host.now();
      if (now >= closesAt) closesAt = issueAt(schedule, now).closesAt;
      const text = formatSpan(closesAt - now);
      if (span.current) replaceTextContent(span.current, text);
    };
    write();
    return everySecond(write);
  }, [host, schedule]);
  return (
    <>
      <span ref={span} className="amount is-brand" role="timer" aria-live="off">
        {first}
      </span>
      <span className="row__note">距截止</span>
    </>
  );
}
