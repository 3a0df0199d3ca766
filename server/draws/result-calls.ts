/** /api/lotteryresult: what was drawn, with the proof. */
import { offsetMs } from '../../engine/descriptions/schedule.ts';
import { allResult, detail, MOST_RESULTS, results as resultsCall } from '../../protocol/calls/lottery-result.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Context } from '../context.ts';
import { createResults, type Span } from './results.ts';
import { type HandledCall, handle, ok, refuse } from '../web/call.ts';

const DAY_MS = 86_400_000;

/** The draws of a day: the one at 0:00 exactly ended the day before, the one at 24:00 still belongs to it. */
function spanOf(date: string, utcOffset: string): Span {
  const start = Date.parse(`${date}T00:00:00Z`) - offsetMs(utcOffset);
  return { after: start, until: start + DAY_MS };
}

export function resultCalls(context: Context): HandledCall[] {
  const results = createResults(context);
  return [
    handle(allResult, async () => ok({ items: await results.all() })),
    handle(resultsCall, async ({ fields: { gameCode, cursor, size, date, only } }) => {
      const code = gameCode.toLowerCase();
      const span = date === undefined ? undefined : spanOf(date, context.games.published(code)?.game.schedule.utcOffset ?? '+00:00');
      const page = await results.page(code, cursor, only === 'numbers' ? size : Math.min(size, MOST_RESULTS), span, only !== 'numbers');
      if (only !== 'numbers') return ok({ items: await results.withZones(page.items), next: page.next });
      const items = page.items.map(({ gameCode: of, issue, numbers, drawsAt, origin }) => ({
        gameCode: of,
        issue,
        numbers,
        drawsAt,
        ...(origin === undefined ? {} : { origin }),
      }));
      return ok({ items, next: page.next });
    }),
    handle(detail, async ({ fields }) => {
      const found = await results.one(fields.gameCode.toLowerCase(), fields.issue);
      return found === undefined ? refuse(STATUS.notFound, '本期尚未开奖或不存在') : ok(found);
    }),
  ];
}
