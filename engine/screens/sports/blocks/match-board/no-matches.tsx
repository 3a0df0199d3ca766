/** Nothing is on sale: when the next sale begins, and where to go until then. */
import type { ReactNode } from 'react';
import { formatInstant } from '../../../../descriptions/screens/time.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/empty.tsx';
import { Icon } from '../../../kit/icon.tsx';
import type { SportIssue } from '../../calls.ts';
import { useSport, useWatched } from '../../use-sport.ts';
import { clockWithDay, dayName } from './times.ts';

export function NoMatches(): ReactNode {
  const runtime = useSport();
  const { book, host, code } = runtime;
  const { sale } = useWatched(runtime.version).sport;
  const offset = host.offsetMinutes ?? 0;
  const now = host.now();
  const note = sale?.issues ? issueText(book.listing()?.page.issues ?? [], now, offset) : dayText(sale?.dayStarts, now, offset);
  return (
    <Empty title="现在没有在售的赛事" note={note} picture="no-results">
      <Button variant="primary" onClick={() => host.navigate(`/sportResultDetailList/${code}/${formatInstant(now, offset, 'day') ?? ''}`)}>
        看最近赛果
      </Button>
      <Button onClick={() => host.navigate('/')}>
        <Icon name="home" size={20} />
        去首页看看
      </Button>
    </Empty>
  );
}

const LATER = '新的赛事开售后会显示在这里，页面会自动更新。';
/** What the server takes where a game does not say when its sale days begin. */
const DAY_STARTS = '12:00';

/** The next issue that is known to be coming. Pure. */
export function issueText(issues: readonly SportIssue[], now: number, offsetMinutes: number): string {
  const [next] = issues.filter(({ opensAt, state }) => opensAt > now && state === 'coming').sort((a, b) => a.opensAt - b.opensAt);
  return next ? `第 ${next.issue} 期 ${clockWithDay(next.opensAt, now, offsetMinutes)} 开售。` : LATER;
}

/** The next sale day, by the product's wall clock. Pure. */
export function dayText(starts: string | undefined, now: number, offsetMinutes: number): string {
  const today = formatInstant(now, offsetMinutes, 'day') ?? '';
  const [hours = 0, minutes = 0] = (starts ?? DAY_STARTS).split(':').map(Number);
  const begins = Date.parse(`${today}T00:00:00Z`) + (hours * 60 + minutes - offsetMinutes) * 60_000;
  const at = begins > now ? begins : begins + 86_400_000;
  return `下一个销售日 ${dayName(formatInstant(at, offsetMinutes, 'day') ?? today, now, offsetMinutes)} ${starts ?? DAY_STARTS} 开始，开售后会显示在这里。`;
}
