/**
 * Results of matches on the operator's desk, below /operator/api/results: enter, correct before payment, call off, put off. What was paid is
 * corrected by two operators: one proposes, another one, in a session of his own, signs. Every act is a line of the audit list, written
 * together with what it does.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Measure } from '../../engine/descriptions/sports/types.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Act } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import { dayStart, productOffset } from '../descriptions/product-clock.ts';
import { leagueName, teamName } from '../sports/bets/names.ts';
import { DECIDERS, winnerOf } from '../sports/feed/cups.ts';
import { mainMeasure, type MatchRow } from '../sports/feed/match-rows.ts';
import { VOID_AFTER_MS } from '../sports/feed/plan.ts';
import type { EarlierSport } from '../sports/versions.ts';
import { ok, refuse, refuseField, send } from '../web/call.ts';
import { actorOf, markOf, recordOf } from './guard.ts';

/** Real or simulated ms in which a result that was typed in can be corrected by whoever typed it. */
const REVIEW_MS = 120_000;
const MOST_LISTED = 300;
const MOST_ISSUES = 20;
const DAY_MS = 86_400_000;

export interface ResultsCallOptions {
  readonly context: Context;
  readonly log: (line: string) => void;
  /** Has settlement look at once. */
  readonly wake: () => void;
}

type Measures = Readonly<Record<string, readonly [number, number]>>;
type Result = { readonly measures: Measures } | { readonly void: true };

interface DeskOffer {
  readonly game: string;
  readonly code: string;
  readonly issue: string | null;
  readonly result: Result | null;
  readonly paysAt: number | null;
  readonly progress: 'none' | 'waiting' | 'paying' | 'paid';
  readonly orders: number;
}

interface DeskMatch {
  readonly id: string;
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly startsAt: number;
  readonly state: string;
  readonly source: string;
  readonly measures: Measures;
  /** A match of the knock-out of a cup: somebody goes on. */
  readonly isTie: boolean;
  readonly sport: string;
  readonly offers: readonly DeskOffer[];
  readonly correction: {
    readonly id: number;
    readonly result: Result;
    readonly reason: string;
    readonly by: string;
    readonly at: number;
  } | null;
}

const PAIR = { type: 'array', minItems: 2, maxItems: 2, items: { type: 'integer', minimum: 0, maximum: 999 } } as const;
const RESULT = {
  measures: { type: 'object', maxProperties: 8, additionalProperties: PAIR },
  void: { const: true },
} as const;
/** No control characters. */
const READABLE = '^[^\\p{C}]+$';
const NAME = { type: 'string', minLength: 1, maxLength: 40, pattern: READABLE } as const;
const PARAMS = {
  type: 'object',
  properties: {
    match: { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,64}$' },
    id: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' },
    game: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,32}$' },
    issue: { type: 'string', pattern: '^[0-9]{1,12}$' },
    edition: { type: 'string', pattern: '^[0-9]{1,12}$' },
  },
} as const;
const body = (required: readonly string[], properties: object) =>
  ({ params: PARAMS, body: { type: 'object', additionalProperties: false, required, properties } }) as const;

/** How the form calls what decides a level tie. */
const DECIDER_NAMES: Readonly<Record<string, string>> = { extra: '加时后', penalties: '点球' };

const TEXT: Readonly<Record<string, string>> = {
  unknown: '没有这一项，或已处理完毕',
  early: '比赛还没有开赛，不能录入赛果',
  paid: '已经派奖：请提交更正，由另一位管理员确认',
  ended: '已有赛果，不能延期',
  late: `比原定开赛晚 ${VOID_AFTER_MS / 3_600_000} 小时以上，已售的注按规则作废：请取消比赛`,
  shared: '本期奖池已派奖，不能取消',
  same: '更正要由另一位管理员在自己的登录中确认',
};

export function registerResults(calls: FastifyInstance, { context, log, wake }: ResultsCallOptions): void {
  const { database, clock, sports, publication } = context;
  const base = '/operator/api/results';
  /** Who it is, so that two who must sign are told apart. */
  const sessionOf = (request: FastifyRequest) => markOf(request, 'results');

  calls.get<{ Querystring: { show?: string; day?: string } }>(
    base,
    {
      schema: { querystring: { type: 'object', properties: { show: { enum: ['open', 'day'] }, day: { type: 'string', format: 'date' } } } },
    },
    async (request, reply) => {
      const { show = 'open', day } = request.query;
      const offsetMs = productOffset(publication);
      const from = day === undefined ? dayStart(clock.now(), offsetMs) : Date.parse(day) - offsetMs;
      const { rows } = await database.query<{ list: DeskMatch[] }>('SELECT desk_matches($1, $2, $3, $4) AS list', [
        show === 'open',
        from,
        from + DAY_MS,
        MOST_LISTED,
      ]);
      const list = rows[0]?.list ?? [];
      const before = await soldBefore(list.map(({ id }) => id));
      const matches = list.map((match) => shown(match, before(match.id)));
      const { rows: found } = await database.query<{ game: string; issue: string; closesAt: number; orders: number }>(
        `SELECT i.game, i.issue, i.closes_at AS "closesAt", count(s.id)::int AS orders
           FROM sport_issues i LEFT JOIN sport_orders s ON s.game = i.game AND s.sold_issue = i.issue AND s.status = 'placed'
          WHERE i.state IN ('open', 'closed') AND i.opens_at <= caipu_now_ms()
          GROUP BY 1, 2, 3 HAVING i.closes_at > caipu_now_ms() OR count(s.id) > 0 ORDER BY 1, 3 LIMIT ${MOST_ISSUES}`,
      );
      const issues = found.map((each) => ({ ...each, name: sports.published(each.game)?.sport.name ?? each.game }));
      const { rows: open } = await database.query<{ game: string; edition: string; orders: number }>(
        `SELECT o.game, o.edition, count(DISTINCT l.order_id)::int AS orders
           FROM outrights o LEFT JOIN sport_legs l ON l.game = o.game AND l.match_id = outright_key(o.market, o.edition, o.code)
          WHERE o.state IN ('selling', 'stopped') GROUP BY 1, 2 ORDER BY 1, length(o.edition), 2 LIMIT ${MOST_ISSUES}`,
      );
      const outrights = open.map((each) => {
        const outright = sports.outright(each.game)?.outright;
        const days = outright === undefined ? undefined : sports.league(outright.cup)?.cup?.editionDays;
        return {
          ...each,
          name: outright?.name ?? each.game,
          ...(days === undefined ? {} : { beginsAt: Number(each.edition) * days * DAY_MS }),
        };
      });
      const shownDay = new Date(from + offsetMs).toISOString().slice(0, 10);
      return send(reply, ok({ now: clock.now(), offsetMs, day: shownDay, matches, issues, outrights }));
    },
  );

  const shown = ({ league, home, away, offers, isTie, ...match }: DeskMatch, before: readonly EarlierSport[]) => ({
    ...match,
    league: leagueName(sports, league),
    home: teamName(sports, league, home),
    away: teamName(sports, league, away),
    wanted: wantedBy(offers, before).map(({ code, name, within }) => ({ code, name, ...(within === undefined ? {} : { within }) })),
    ...(isTie
      ? { level: mainMeasure(sports, match.sport), deciders: DECIDERS.map((code) => ({ code, name: DECIDER_NAMES[code] ?? code })) }
      : {}),
    offers: offers.map((offer) => ({ ...offer, name: sports.published(offer.game)?.sport.name ?? offer.game })),
  });

  /** The measures that the games which sell a match look at, and those that bets on it look at, each once. */
  function wantedBy(offers: readonly Pick<DeskOffer, 'game'>[], before: readonly EarlierSport[]): readonly Measure[] {
    const measures = new Map<string, Measure>();
    const games = [...offers.map(({ game }) => sports.published(game)?.sport), ...before];
    for (const game of games) for (const measure of game?.measures ?? []) measures.set(measure.code, measures.get(measure.code) ?? measure);
    return [...measures.values()];
  }

  /** Of each match the versions under which it was bet on, where they look at something that their game does not look at any more. */
  async function soldBefore(matches: readonly string[]): Promise<(match: string) => readonly EarlierSport[]> {
    const gone = (await sports.earlier()).filter(({ code, measures }) => {
      const now = new Set(sports.published(code)?.sport.measures.map((measure) => measure.code));
      return measures.some((measure) => !now.has(measure.code));
    });
    if (gone.length === 0) return () => [];
    const { rows } = await database.query<{ match: string; hash: string }>(
      `SELECT DISTINCT l.match_id AS match, s.hash FROM sport_legs l JOIN sport_orders s ON s.user_id = l.user_id AND s.id = l.order_id
        WHERE l.game = ANY($1::text[]) AND l.match_id = ANY($2::text[]) AND s.hash = ANY($3::text[])`,
      [[...new Set(gone.map(({ code }) => code))], matches, gone.map(({ hash }) => hash)],
    );
    return (match) => gone.filter(({ hash }) => rows.some((row) => row.match === match && row.hash === hash));
  }

  /** What is wrong with measures that were typed in for a match; undefined when all is well. */
  async function wrong(match: string, measures: Measures): Promise<string | undefined> {
    const { rows } = await database.query<{ game: string } & Pick<MatchRow, 'sport' | 'home' | 'away' | 'measures' | 'cup'>>(
      'SELECT o.game, m.sport, m.home, m.away, m.measures, m.cup FROM offers o JOIN matches m ON m.id = o.match_id WHERE o.match_id = $1',
      [match],
    );
    const wanted = wantedBy(rows, (await soldBefore([match]))(match));
    const [row] = rows;
    const isTie = row?.cup?.stage !== undefined;
    const extra = Object.keys(measures).find((code) => !wanted.some((each) => each.code === code) && !(isTie && DECIDERS.includes(code)));
    if (extra !== undefined) return `这场比赛没有 ${extra}`;
    for (const { code, name, within, noTie } of wanted) {
      const pair = measures[code];
      if (pair === undefined) return `请填写${name}`;
      const whole = within === undefined ? undefined : measures[within];
      if (whole !== undefined && (pair[0] > whole[0] || pair[1] > whole[1])) return `${name}不会大于全场`;
      if (noTie && pair[0] === pair[1]) return `${name}不会打平`;
    }
    if (row === undefined || row.cup === null || !isTie) return undefined;
    const { sport, cup, ...played } = row;
    const ended = { ...played, id: match, startsAt: 0, state: 'finished', cup, measures: { ...row.measures, ...measures } };
    return winnerOf(ended, mainMeasure(sports, sport)) === undefined ? '淘汰赛打平：请填写加时或点球比分，晋级由它决定' : undefined;
  }

  /** Does one thing and writes it into the audit list, or neither. */
  async function act(
    request: FastifyRequest,
    reply: FastifyReply,
    statement: string,
    values: readonly unknown[],
    what: (answer: string) => Act,
  ): Promise<FastifyReply> {
    const answer = await database.transaction(async (client: Querying) => {
      const { rows } = await client.query<{ answer: string | number | boolean | null }>(statement, values);
      const said = rows[0]?.answer;
      const text =
        said === true || typeof said === 'number' ? String(said) : said === false || said === null || said === undefined ? 'unknown' : said;
      if (TEXT[text] === undefined) await recordOf(client, request, what(text));
      return text;
    });
    const fault = TEXT[answer];
    if (fault !== undefined) return send(reply, refuse(answer === 'unknown' ? STATUS.notFound : STATUS.stateChanged, fault));
    log(`operator ${what(answer).kind}  ${values[0]}  ${actorOf(request)}`);
    wake();
    return send(reply, ok(null));
  }

  calls.post<{ Params: { match: string }; Body: { measures: Record<string, [number, number]> } }>(
    `${base}/:match/enter`,
    { schema: body(['measures'], { measures: RESULT.measures }) },
    async (request, reply) => {
      const { match } = request.params;
      const { measures } = request.body;
      const fault = await wrong(match, measures);
      if (fault !== undefined) return send(reply, refuseField('measures', fault));
      const result = { measures };
      return act(request, reply, 'SELECT enter_result($1, $2::jsonb, $3) AS answer', [match, JSON.stringify(result), REVIEW_MS], () => ({
        kind: 'result.enter',
        body: { match, result: JSON.stringify(result) },
      }));
    },
  );
  calls.post<{ Params: { match: string } }>(`${base}/:match/void`, { schema: body([], {}) }, async (request, reply) => {
    const { match } = request.params;
    return act(request, reply, 'SELECT enter_result($1, $2::jsonb, $3) AS answer', [match, '{"void":true}', REVIEW_MS], () => ({
      kind: 'result.void',
      body: { match },
    }));
  });
  calls.post<{ Params: { match: string }; Body: { startsAt?: number } }>(
    `${base}/:match/postpone`,
    { schema: body([], { startsAt: { type: 'integer', minimum: 0 } }) },
    async (request, reply) => {
      const { match } = request.params;
      const { startsAt } = request.body;
      if (startsAt !== undefined && startsAt <= clock.now()) return send(reply, refuseField('startsAt', '新的开赛时间要晚于现在'));
      return act(request, reply, 'SELECT postpone_match($1, $2, $3) AS answer', [match, startsAt ?? null, VOID_AFTER_MS], () => ({
        kind: 'result.postpone',
        body: { match, startsAt: startsAt ?? 0 },
      }));
    },
  );
  calls.post<{ Params: { game: string; issue: string } }>(
    `${base}/issues/:game/:issue/cancel`,
    { schema: body([], {}) },
    async (request, reply) => {
      const { game, issue } = request.params;
      return act(request, reply, 'SELECT cancel_sport_issue($1, $2) AS answer', [game, issue], () => ({
        kind: 'result.issue',
        body: { game, issue },
      }));
    },
  );
  calls.post<{ Params: { game: string; edition: string } }>(
    `${base}/outrights/:game/:edition/void`,
    { schema: body([], {}) },
    async (request, reply) => {
      const { game, edition } = request.params;
      return act(request, reply, 'SELECT void_outright($1, $2) AS answer', [game, edition], () => ({
        kind: 'result.outright',
        body: { game, edition },
      }));
    },
  );
  calls.post<{ Params: { match: string }; Body: { measures?: Record<string, [number, number]>; void?: true; reason: string; by: string } }>(
    `${base}/:match/correct`,
    {
      schema: body(['reason', 'by'], { ...RESULT, reason: { type: 'string', minLength: 2, maxLength: 200, pattern: READABLE }, by: NAME }),
    },
    async (request, reply) => {
      const { match } = request.params;
      const { measures, void: off, reason, by } = request.body;
      if ((measures === undefined) === (off === undefined)) return send(reply, refuseField('measures', '请填写赛果，或选择取消'));
      const fault = measures === undefined ? undefined : await wrong(match, measures);
      if (fault !== undefined) return send(reply, refuseField('measures', fault));
      const result = measures === undefined ? { void: true } : { measures };
      return act(
        request,
        reply,
        'SELECT propose_correction($1, $2::jsonb, $3, $4, $5) AS answer',
        [match, JSON.stringify(result), reason, by.trim(), sessionOf(request)],
        (id) => ({
          kind: 'result.propose',
          body: { correction: Number(id), match, result: JSON.stringify(result), reason, by: by.trim() },
        }),
      );
    },
  );
  calls.post<{ Params: { id: string }; Body: { by: string } }>(
    `${base}/corrections/:id/sign`,
    { schema: body(['by'], { by: NAME }) },
    async (request, reply) => {
      const { id } = request.params;
      const by = request.body.by.trim();
      return act(request, reply, 'SELECT sign_correction($1, $2, $3) AS answer', [id, by, sessionOf(request)], () => ({
        kind: 'result.sign',
        body: { correction: Number(id), by },
      }));
    },
  );
  calls.post<{ Params: { id: string } }>(`${base}/corrections/:id/withdraw`, { schema: body([], {}) }, async (request, reply) =>
    act(request, reply, 'SELECT withdraw_correction($1) AS answer', [request.params.id], () => ({
      kind: 'result.withdraw',
      body: { correction: Number(request.params.id) },
    })),
  );
}
