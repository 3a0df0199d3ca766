/** The store and the quizzes on the desk. Their files are edited in the workshop. */
import { formatInteger, formatMoney } from '../../../engine/descriptions/format.ts';
import type { ProductDescription, Shelf } from '../../../engine/descriptions/store/types.ts';
import { deskQuizRounds, deskQuizzes, deskStore } from '../../../protocol/desk/store-and-quizzes.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { AdminServices } from '../services.ts';
import { productOffset } from '../../catalog/index.ts';
import { isSaleOver, isBeforeSale, levelAt, purchaseLimitText, type ProductSales, productSalesOf, todayOf } from '../../loyalty/index.ts';
import { readQuestions } from '../../mini-games/index.ts';
import { DAY_MS, ok, refuse } from '../../platform/index.ts';
import { cursorOf, type HandledDeskCall, handleDeskCall, pageOf } from './handle.ts';

const LAST = 100_000;
const SHELVES: readonly Shelf[] = ['items', 'looks', 'coupons', 'exchange'];

interface Bought {
  readonly sold: number;
  readonly lately: number;
  readonly buyers: number;
  readonly points: number;
  readonly fen: number;
}
const NOTHING: Bought = { sold: 0, lately: 0, buyers: 0, points: 0, fen: 0 };

/** The rest of the stock in words, and the sold part of the scarcer bound, basis points. */
function stockOf(
  { stock }: ProductDescription,
  sold: ProductSales,
): { readonly text: string; readonly bp: number | null; readonly out: boolean } {
  const bounds = [
    ...(stock?.day === undefined ? [] : [{ name: '今日剩', of: stock.day, used: sold.today }]),
    ...(stock?.total === undefined ? [] : [{ name: '共剩', of: stock.total, used: sold.all }]),
  ];
  const left = (of: number, used: number): number => Math.max(0, of - used);
  return {
    text: bounds.map(({ name, of, used }) => `${name} ${formatInteger(left(of, used))}/${formatInteger(of)}`).join('，'),
    bp: bounds.length === 0 ? null : Math.max(...bounds.map(({ of, used }) => Math.min(10_000, Math.floor((used * 10_000) / of)))),
    out: bounds.some(({ of, used }) => left(of, used) === 0),
  };
}

export function documentDeskCalls(context: AdminServices): HandledDeskCall[] {
  return [storeCall(context), quizzesCall(context), roundsCall(context)];
}

/** Products of the store with what was bought of each. */
function storeCall(context: AdminServices): HandledDeskCall {
  const { database, publication, clock } = context;
  return handleDeskCall(deskStore, async ({ fields: { shelf } }) => {
    const today = todayOf(clock.now(), productOffset(publication));
    const products = [...publication.products().values()]
      .filter((product) => shelf === undefined || product.shelf === shelf)
      .sort(
        (a, b) =>
          SHELVES.indexOf(a.shelf) - SHELVES.indexOf(b.shelf) || (a.order ?? LAST) - (b.order ?? LAST) || (a.code < b.code ? -1 : 1),
      );
    const codes = products.map(({ code }) => code);
    const sold = await productSalesOf(database, codes, undefined, today.day);
    const { rows } = await database.query<Bought & { product: string }>(
      `SELECT product, coalesce(sum(count), 0)::int AS sold, coalesce(sum(count) FILTER (WHERE at > caipu_now_ms() - ${DAY_MS}), 0)::int AS lately,
              count(DISTINCT user_id)::int AS buyers, coalesce(sum(points), 0)::bigint AS points, coalesce(sum(fen), 0)::bigint AS fen
         FROM purchases WHERE product = ANY($1::text[]) GROUP BY product`,
      [codes],
      'desk-bought',
    );
    const salesByProduct = new Map(rows.map((row) => [row.product, row]));
    return ok({
      items: products.map((product) => {
        const { code, name, picture, price, level = 0, from, to, disabled = '' } = product;
        const stock = stockOf(product, sold.get(code) as ProductSales);
        const figures = salesByProduct.get(code) ?? NOTHING;
        const inPoints = price.points !== undefined;
        return {
          code,
          name,
          picture,
          price: inPoints ? `${formatInteger(price.points)} 积分` : `¥${formatMoney(price.fen ?? 0)}`,
          state: isSaleOver(product, today)
            ? ('over' as const)
            : disabled !== ''
              ? ('disabled' as const)
              : isBeforeSale(product, today)
                ? ('soon' as const)
                : stock.out
                  ? ('soldOut' as const)
                  : ('selling' as const),
          why: disabled,
          stock: stock.text,
          stockBp: stock.bp,
          limit: [purchaseLimitText(product), level === 0 ? '' : `${levelAt(level).name} 起可购买`].filter(Boolean).join('，'),
          days: from === undefined && to === undefined ? '' : `${from ?? ''} 至 ${to ?? '不限'}`.trim(),
          sold: figures.sold,
          soldLastDay: figures.lately,
          buyers: figures.buyers,
          paid: inPoints ? `${formatInteger(figures.points)} 积分` : `¥${formatMoney(figures.fen)}`,
        };
      }),
    });
  });
}

/** Quizzes with their open rounds and the decided ones of the last day. */
function quizzesCall(context: AdminServices): HandledDeskCall {
  const { database, publication } = context;
  return handleDeskCall(deskQuizzes, async () => {
    const quizzes = [...publication.quizzes().values()]
      .map(({ quiz }) => quiz)
      .sort((a, b) => (a.order ?? LAST) - (b.order ?? LAST) || (a.code < b.code ? -1 : 1));
    const { rows } = await database.query<QuizFigures>(
      `SELECT q.code, coalesce(o.open, 0)::int AS open, coalesce(o.entries, 0)::int AS entries, coalesce(o.points, 0)::bigint AS points,
              (coalesce(o.carried, 0) + coalesce(p.points, 0))::bigint AS carried, coalesce(d.decided, 0)::int AS decided,
              coalesce(d.staked, 0)::bigint AS staked
         FROM unnest($1::text[]) AS q(code)
         LEFT JOIN quiz_pots p ON p.quiz = q.code
         LEFT JOIN LATERAL (
           SELECT count(*) AS open, sum(r.carried) AS carried, sum(e.entries) AS entries, sum(e.points) AS points FROM quiz_rounds r
             LEFT JOIN LATERAL (SELECT count(*) AS entries, sum(points) AS points FROM quiz_entries WHERE round = r.id) e ON true
            WHERE r.quiz = q.code AND r.state = 'open') o ON true
         LEFT JOIN LATERAL (
           SELECT count(*) AS decided, sum(r.staked) AS staked FROM quiz_rounds r
            WHERE r.quiz = q.code AND r.state <> 'open' AND r.decided_at > caipu_now_ms() - ${DAY_MS}) d ON true`,
      [quizzes.map(({ code }) => code)],
      'desk-quizzes',
    );
    const figures = new Map(rows.map(({ code, ...row }) => [code, row]));
    return ok({
      items: quizzes.map(({ code, name, disabled = '' }) => ({
        code,
        name,
        disabled,
        ...(figures.get(code) as Omit<QuizFigures, 'code'>),
      })),
    });
  });
}

/** Rounds of one quiz, the latest first. */
function roundsCall(context: AdminServices): HandledDeskCall {
  const { database, publication } = context;
  return handleDeskCall(deskQuizRounds, async ({ fields: { quiz, state, cursor, size } }) => {
    if (!publication.quizzes().has(quiz)) return refuse(STATUS.notFound, '没有这个竞猜');
    const [before] = cursorOf(cursor, 1) ?? [];
    const questions = await readQuestions(
      database,
      `r.quiz = $1 AND r.state ${state === 'open' ? '=' : '<>'} 'open' AND ($2::int IS NULL OR r.number < $2)`,
      [quiz, before ?? null],
      'r.number DESC',
      size + 1,
    );
    const { shown, next } = pageOf(questions, size, ({ number }) => String(number));
    const { rows } = await database.query<{ round: string; waiting: number }>(
      `SELECT round, count(*)::int AS waiting FROM quiz_entries WHERE round = ANY($1::uuid[]) AND status = 'placed' GROUP BY round`,
      [shown.map(({ id }) => id)],
      'desk-quiz-waiting',
    );
    const waiting = new Map(rows.map((row) => [row.round, row.waiting]));
    return ok({
      items: shown.map((question) => ({
        id: question.id,
        number: question.number,
        ask: question.ask,
        status: question.status,
        closesAt: question.closesAt,
        dueAt: question.dueAt,
        people: question.people,
        staked: question.options.reduce((sum, { points }) => sum + points, 0),
        taken: question.taken,
        sides: question.options.map(({ name, percent }) => `${name} ${percent}%`).join('、'),
        result: question.status === 'back' ? question.why : [question.result, question.outcomeName].filter(Boolean).join(' → '),
        waiting: waiting.get(question.id) ?? 0,
      })),
      next,
    });
  });
}

interface QuizFigures {
  readonly code: string;
  readonly open: number;
  readonly entries: number;
  readonly points: number;
  readonly carried: number;
  readonly decided: number;
  readonly staked: number;
}
