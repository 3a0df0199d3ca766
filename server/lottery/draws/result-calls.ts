/** /api/lotteryresult: what was drawn, with the proof. */
import { instantOnClock, type ScheduleClock } from '../../../engine/descriptions/schedule-clock.ts';
import { allResult, detail, MOST_RESULTS, results as resultsCall } from '../../../protocol/calls/lottery-result.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { LotteryServices } from '../services.ts';
import { gameCodeOf } from '../../catalog/index.ts';
import { answerCacheOf } from './answer-cache.ts';
import { createDrawResults, type DrawTimeRange } from './results.ts';
import type { AllResultModels, ResultListModels } from '../../../protocol/calls.ts';
import { DAY_MS, handle, type HandledCall, ok, refuse, markShared } from '../../platform/index.ts';

/** The draws of a day: the one at 0:00 exactly ended the day before, the one at 24:00 still belongs to it. */
function spanOf(date: string, clock: ScheduleClock): DrawTimeRange {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return { after: instantOnClock(clock, midnight), until: instantOnClock(clock, midnight + DAY_MS) };
}

export function drawResultCalls(context: LotteryServices): HandledCall[] {
  const results = createDrawResults(context);
  const cache = answerCacheOf(context);
  /** The list of all games, around its cached part. */
  const lists = new WeakMap<object, AllResultModels>();

  return [
    handle(allResult, async () => {
      const items = await results.all();
      let models = lists.get(items);
      if (models === undefined) lists.set(items, (models = markShared({ items }, items)));
      return ok(models);
    }),
    handle(resultsCall, async ({ fields: { gameCode, cursor, size, date, only } }) => {
      const code = gameCodeOf(context, gameCode);
      const version = context.games.published(code);
      const read = async () => {
        const span = date === undefined ? undefined : spanOf(date, version?.game.schedule ?? {});
        const until = await results.nextDraw(code);
        const page = await results.page(code, cursor, only === 'numbers' ? size : Math.min(size, MOST_RESULTS), span, only !== 'numbers');
        const items =
          only !== 'numbers'
            ? await results.withZones(page.items)
            : page.items.map(({ gameCode: of, issue, numbers, drawsAt, origin }) => ({
                gameCode: of,
                issue,
                numbers,
                drawsAt,
                ...(origin === undefined ? {} : { origin }),
              }));
        return { value: markShared({ items, next: page.next } as ResultListModels), until };
      };
      const key = JSON.stringify(['results', code, version?.hash, cursor, size, date, only]);
      return ok(await cache.get(key, read, { game: code }));
    }),
    handle(detail, async ({ fields: { gameCode, issue } }) => {
      const code = gameCodeOf(context, gameCode);
      const page = await cache.get(
        JSON.stringify(['result', code, issue]),
        async () => {
          const one = await results.one(code, issue);
          // Its prizes come with its settlement, which has no event; an undrawn issue may be drawn at any moment.
          const whole = one !== undefined && Object.keys(one.prizes).length > 0;
          return { value: one && markShared(one), until: whole ? undefined : 0 };
        },
        { game: code },
      );
      return page === undefined ? refuse(STATUS.notFound, '本期尚未开奖或不存在') : ok(page);
    }),
  ];
}
