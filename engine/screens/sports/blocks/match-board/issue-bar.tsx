/** Of a game that is sold by issues: which issue, until when, and what lies in its pool. */
import { useReadableValue } from '../../../core/use-current.ts';
import { type ReactNode, useSyncExternalStore } from 'react';
import { formatLargeMoney } from '../../../../descriptions/format.ts';
import { Chips } from '../../../kit/chips.tsx';
import type { SportIssue } from '../../calls.ts';
import { useSport } from '../../use-sport.ts';
import { clockWithDay } from './times.ts';

const STATES: Readonly<Record<SportIssue['state'], string>> = {
  coming: '未开售',
  selling: '在售',
  closed: '已截止',
  settled: '已派奖',
  cancelled: '已取消',
};

export function IssueBar(): ReactNode {
  const runtime = useSport();
  const { book, host } = runtime;
  const listing = useSyncExternalStore(book.watchList, book.listing);
  const { issue, issues, pool } = listing?.page ?? {};
  const { status } = useReadableValue(runtime.loading);
  if (listing === undefined) {
    const { sale, payout } = runtime.version.get().sport;
    // When it could not be loaded the list below says why, and nothing is waited for.
    return status === 'loading' && sale?.issues ? <Waiting pool={payout.kind === 'pool'} /> : null;
  }
  if (issue === undefined) return null;
  const current = issues?.find((each) => each.issue === issue);
  return (
    <section className="issue-bar" aria-label="期号">
      {issues && issues.length > 1 ? (
        <Chips
          label="期号"
          chips={issues.map((each) => ({ value: each.issue, label: `${each.issue} ${STATES[each.state]}` }))}
          value={issue}
          onChange={runtime.chooseIssue}
        />
      ) : null}
      <p className="issue-bar__line">
        第 {issue} 期{current ? ` · ${clockWithDay(current.closesAt, host.now(), host.offsetMinutes ?? 0)} 截止` : ''}
      </p>
      {pool ? (
        <p className="issue-bar__pool">
          本期奖池 <b className="tabular">¥{formatLargeMoney(pool.poolFen + pool.carriedFen)}</b>
          {pool.carriedFen > 0 ? <small>含滚存 ¥{formatLargeMoney(pool.carriedFen)}</small> : null}
        </p>
      ) : null}
    </section>
  );
}

/** As high as what comes, so that the list below stays where it is. */
function Waiting({ pool }: { readonly pool: boolean }): ReactNode {
  return (
    <section className="issue-bar" aria-hidden="true">
      <div className="chips">
        <span className="chip skeleton" />
        <span className="chip skeleton" />
        <span className="chip skeleton" />
      </div>
      <p className="issue-bar__line">&nbsp;</p>
      {pool ? (
        <p className="issue-bar__pool">
          <b>&nbsp;</b>
        </p>
      ) : null}
    </section>
  );
}
