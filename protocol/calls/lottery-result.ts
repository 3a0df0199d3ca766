/** /api/lotteryresult: what was drawn, with the proof. */
import { call } from './define.ts';
import { drawnExample, resultBrief, resultDetail, resultWithZones } from './draws.ts';
import { fen, gameCode, list, object, oneOf, optional, page, paging, Type } from './schema.ts';

export const allResult = call({
  method: 'GET',
  path: '/api/lotteryresult/allresult',
  summary: '各彩种最新开奖',
  session: 'none',
  kept: true,
  fields: {},
  answer: object({ items: list(resultWithZones, 'The latest draw of each game.') }),
  example: { fields: {}, models: { items: [drawnExample] } },
});

/** Draws of the longest trend chart; a row without its proof is 70 bytes. */
const MOST_NUMBERS = 300;
/** Rows of an ordinary page; with only=numbers there may be more. */
export const MOST_RESULTS = 50;

/** Rows without zones have those of the row before. */
export const resultList = page(resultWithZones);
export const resultNumbers = page(resultBrief);

export const results = call({
  method: 'GET',
  path: '/api/lotteryresult/list',
  summary: '开奖历史，新的在前',
  session: 'none',
  kept: true,
  fields: {
    gameCode,
    ...paging(MOST_NUMBERS),
    date: optional(
      Type.String({
        format: 'date',
        description: 'Draws of this day, yyyy-MM-dd in the time zone of the game. A draw at 24:00 belongs to the day that ends then.',
      }),
    ),
    only: optional(
      oneOf(['numbers'], `numbers: issue, numbers and time alone; then a page may have ${MOST_NUMBERS} rows, else ${MOST_RESULTS}.`),
    ),
  },
  answer: Type.Union([resultList, resultNumbers]),
  example: { fields: { gameCode: 'ssq', size: 20 }, models: { items: [drawnExample], next: '1795100000000_2026129' } },
});

export const detail = call({
  method: 'GET',
  path: '/api/lotteryresult/Detail',
  summary: '一期开奖与每注奖金',
  session: 'none',
  kept: true,
  fields: { gameCode, issue: Type.String({ minLength: 1, maxLength: 32, description: 'Issue (期).' }) },
  answer: resultDetail,
  refuses: ['notFound'],
  example: { fields: { gameCode: 'ssq', issue: '2026129' }, models: { ...drawnExample, prizes: { 'DS/3': 300_000 } } },
});

/** The newest large prizes; what is large says server/content/content.json. */
export const newBonusList = call({
  method: 'GET',
  path: '/api/LotteryResult/NewBonusList',
  summary: '最新大奖',
  session: 'none',
  kept: true,
  fields: {
    gameCode: optional(gameCode),
    size: Type.Integer({ minimum: 1, maximum: 50, default: 20, clamp: true, description: 'Rows, at most 50.' }),
  },
  answer: object({
    items: list(
      object({
        who: Type.String({ description: 'Masked name.' }),
        gameCode: Type.String(),
        game: Type.String({ description: 'Name of the game.' }),
        prizeFen: fen(),
      }),
      'The newest first.',
    ),
  }),
  example: { fields: {}, models: { items: [{ who: '彩***三', gameCode: 'jlffc', game: '吉林分分彩', prizeFen: 360_000 }] } },
});
