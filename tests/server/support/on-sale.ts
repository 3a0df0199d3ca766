import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { createDrawResults } from '../../../server/lottery/draws/results.ts';
import type { Services } from '../../../server/services.ts';
import { clockTo } from './game-clock.ts';
import type { TestServer } from './server.ts';
import { gameVersion } from './tickets.ts';

/** An issue of a game that is on sale for at least a minute more; the clock goes on to the next one where there is none. */
export async function issueOnSale(server: TestServer, context: Services, code: string) {
  const results = createDrawResults(context);
  for (;;) {
    await openIssues(context, gameVersion(server, code));
    const issue = await results.onSale(code);
    if (issue !== undefined && issue.closesAt - context.clock.now() > 60_000) return issue;
    await clockTo(context, (issue?.closesAt ?? 0) + 1);
  }
}
