/** /api/lotteryresult: what was drawn, with the proof. */
import { offsetMs } from '../../engine/descriptions/schedule.ts';
import type { AllResultModels, ResultDetailModels, ResultListModels, ResultNumbersModels } from '../../protocol/calls.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Context } from '../context.ts';
import { createResults, type Span } from './results.ts';
import { type Call, ok, pageSize, refuse } from '../web/call.ts';

const GAME = { type: 'string', minLength: 1, maxLength: 32 } as const;
/** Draws of the longest trend chart; a row without its proof is 70 bytes. */
const MOST_NUMBERS = 300;
const DAY_MS = 86_400_000;

/** The draws of a day: the one at 0:00 exactly ended the day before, the one at 24:00 still belongs to it. */
function spanOf(date: string, utcOffset: string): Span {
  const start = Date.parse(`${date}T00:00:00Z`) - offsetMs(utcOffset);
  return { after: start, until: start + DAY_MS };
}

export function resultCalls(context: Context): Call<string>[] {
  const results = createResults(context);
  return [
    {
      method: 'GET',
      path: '/api/lotteryresult/allresult',
      summary: '各彩种最新开奖',
      handle: async () => ok<AllResultModels>({ items: await results.all() }),
    },
    {
      method: 'GET',
      path: '/api/lotteryresult/list',
      summary: '开奖历史',
      fields: {
        gameCode: GAME,
        cursor: { type: 'string', maxLength: 64 },
        size: { type: 'string', maxLength: 4, description: '1–50; with only=numbers 1–300.' },
        date: { type: 'string', format: 'date', description: 'Draws of this day, yyyy-MM-dd on the clock of the game.' },
        only: { type: 'string', enum: ['numbers'], description: 'numbers: issue, numbers and time alone.' },
      },
      required: ['gameCode'],
      async handle({ fields }) {
        const code = (fields.gameCode ?? '').toLowerCase();
        const { date } = fields;
        const span = date && spanOf(date, context.games.published(code)?.game.schedule.utcOffset ?? '+00:00');
        const only = fields.only === 'numbers';
        const page = await results.page(code, fields.cursor, pageSize(fields.size, only ? MOST_NUMBERS : undefined), span || undefined);
        if (!only) return ok<ResultListModels>(page);
        const items = page.items.map(({ gameCode, issue, numbers, drawsAt, origin }) => ({
          gameCode,
          issue,
          numbers,
          drawsAt,
          ...(origin === undefined ? {} : { origin }),
        }));
        return ok<ResultNumbersModels>({ items, next: page.next });
      },
    },
    {
      method: 'GET',
      path: '/api/lotteryresult/Detail',
      summary: '一期开奖与每注奖金',
      fields: { gameCode: GAME, issue: { type: 'string', minLength: 1, maxLength: 32 } },
      required: ['gameCode', 'issue'],
      async handle({ fields }) {
        const found = await results.one((fields.gameCode ?? '').toLowerCase(), fields.issue ?? '');
        return found === undefined ? refuse(STATUS.notFound, '本期尚未开奖或不存在') : ok<ResultDetailModels>(found);
      },
    },
  ];
}
