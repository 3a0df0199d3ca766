import { type ReactNode, useEffect, useState } from 'react';
import { issueAt } from '../../descriptions/schedule.ts';
import type { Schedule } from '../../descriptions/types.ts';
import { useHost } from '../core/hooks.ts';
import { formatSpan } from '../../descriptions/screens/time.ts';

/** Time left to bet. A leaf of its own, so that a second passing renders this text and nothing else. The sale itself closes by the server's clock. */
export function NextDraw({ schedule }: { readonly schedule: Schedule }): ReactNode {
  const host = useHost();
  const [now, setNow] = useState(() => host.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(host.now()), 1000);
    return () => clearInterval(timer);
  }, [host]);
  const { closesAt } = issueAt(schedule, now);
  return (
    <>
      <span className="amount is-brand" role="timer" aria-live="off">
        {formatSpan(closesAt - now)}
      </span>
      <span className="row__note">距截止</span>
    </>
  );
}
