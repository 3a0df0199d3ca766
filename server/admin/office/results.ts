/**
 * Results of matches in the back office: enter, correct before payment, void, postpone. A correction after payment needs two operators: one
 * proposes it, and another signs it under another login. Each act writes a row of the audit list in the same transaction.
 */
import type { FastifyRequest } from 'fastify';
import { DECIDER_NAMES, DECIDERS } from '../../../engine/rules/sports/index.ts';
import {
  cancelIssue,
  deskResults,
  enterResult,
  type ListedMatch,
  postponeMatch,
  proposeCorrection,
  signCorrection,
  voidMatch,
  voidOutright,
  withdrawCorrection,
} from '../../../protocol/desk/results.ts';
import { measuresOf } from '../../../protocol/desk/measures.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import { dayStart, productOffset } from '../../catalog/index.ts';
import { DAY_MS, type AuditEntry, ok, type Querying, refuse, refuseField } from '../../platform/index.ts';
import { type EarlierSportVersion, leagueName, mainMeasure, teamName, VOID_AFTER_MS } from '../../sports/index.ts';
import { auditActorOf, operatorMark, writeAudit, signatureOf } from '../guard.ts';
import { createResultChecks, type EnteredResult } from '../entered-results.ts';
import type { AdminServices } from '../services.ts';
import { type HandledDeskCall, handleDeskCall } from './handle.ts';

/** Ms of the game clock from the entry of a result to its payment. Until then an operator can replace it. */
const REVIEW_MS = 120_000;
const MOST_LISTED = 300;
const MOST_ISSUES = 20;

export interface ResultDeskOptions {
  readonly context: AdminServices;
  readonly log: (line: string) => void;
  /** Wakes settlement. */
  readonly wake: () => void;
}

/** A match as `desk_matches` returns it. */
interface DeskMatch extends Omit<ListedMatch, 'offers' | 'wanted' | 'level' | 'deciders' | 'refused' | 'isTie'> {
  /** True for a knock-out match of a cup: one team advances. */
  readonly isTie: boolean;
  readonly offers: readonly (Omit<ListedMatch['offers'][number], 'name' | 'result'> & { readonly result: EnteredResult | null })[];
}

const TEXT: Readonly<Record<string, string>> = {
  unknown: '没有这一项，或已处理完毕',
  early: '比赛尚未开赛，不能录入赛果',
  paid: '已派奖，请提交更正，由另一位管理员确认',
  ended: '已有赛果，不能延期',
  late: `比原定开赛晚 ${VOID_AFTER_MS / 3_600_000} 小时以上，已售投注按规则作废，请取消比赛`,
  shared: '本期奖池已派奖，不能取消',
  same: '更正须由另一位管理员登录本人账号确认',
};

/** Parameters that all calls share. */
interface ResultDesk extends ResultDeskOptions {
  readonly judge: ReturnType<typeof createResultChecks>;
}

export function resultDeskCalls(options: ResultDeskOptions): HandledDeskCall[] {
  const desk = { ...options, judge: createResultChecks(options.context) };
  return [
    listCall(desk),
    enterCall(desk),
    voidMatchCall(desk),
    postponeCall(desk),
    cancelIssueCall(desk),
    voidOutrightCall(desk),
    proposeCall(desk),
    signCall(desk),
    withdrawCall(desk),
  ];
}

function listCall(desk: ResultDesk): HandledDeskCall {
  const { database, clock, publication } = desk.context;
  const { soldBefore, refusedOf } = desk.judge;
  return handleDeskCall(deskResults, async ({ fields: { show, day } }) => {
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
    const refused = await refusedOf(list, before);
    const matches = list.map((match) => ({ ...shownMatch(desk, match, before(match.id)), ...refused(match.id) }));
    const [issues, outrights] = [await openIssues(desk), await openOutrights(desk)];
    const shownDay = new Date(from + offsetMs).toISOString().slice(0, 10);
    return ok({ now: clock.now(), offsetMs, day: shownDay, matches, issues, outrights });
  });
}

function enterCall(desk: ResultDesk): HandledDeskCall {
  const { wrong, keepPossible } = desk.judge;
  return handleDeskCall(enterResult, async ({ fields: { match, measures: enteredMeasures }, request }) => {
    const measures = measuresOf(enteredMeasures);
    const fault = await wrong(match, measures);
    if (fault !== undefined) return fault;
    const result = JSON.stringify({ measures });
    return act(
      desk,
      request,
      'SELECT enter_result($1, $2::jsonb, $3) AS answer',
      [match, result, REVIEW_MS],
      () => ({ kind: 'result.enter', body: { match, result } }),
      (client) => keepPossible(client, match, measures),
    );
  });
}

function voidMatchCall(desk: ResultDesk): HandledDeskCall {
  return handleDeskCall(voidMatch, ({ fields: { match }, request }) =>
    act(desk, request, 'SELECT enter_result($1, $2::jsonb, $3) AS answer', [match, '{"void":true}', REVIEW_MS], () => ({
      kind: 'result.void',
      body: { match },
    })),
  );
}

function postponeCall(desk: ResultDesk): HandledDeskCall {
  const { clock } = desk.context;
  return handleDeskCall(postponeMatch, async ({ fields: { match, startsAt }, request }) => {
    if (startsAt !== undefined && startsAt <= clock.now()) return refuseField('startsAt', '新的开赛时间须晚于当前时间');
    return act(desk, request, 'SELECT postpone_match($1, $2, $3) AS answer', [match, startsAt ?? null, VOID_AFTER_MS], () => ({
      kind: 'result.postpone',
      body: { match, startsAt: startsAt ?? 0 },
    }));
  });
}

function cancelIssueCall(desk: ResultDesk): HandledDeskCall {
  return handleDeskCall(cancelIssue, ({ fields: { game, issue }, request }) =>
    act(desk, request, 'SELECT cancel_sport_issue($1, $2) AS answer', [game, issue], () => ({
      kind: 'result.issue',
      body: { game, issue },
    })),
  );
}

function voidOutrightCall(desk: ResultDesk): HandledDeskCall {
  return handleDeskCall(voidOutright, ({ fields: { game, edition }, request }) =>
    act(desk, request, 'SELECT void_outright($1, $2) AS answer', [game, edition], () => ({
      kind: 'result.outright',
      body: { game, edition },
    })),
  );
}

/** Proposes a correction after payment, which is the first of two signatures. */
function proposeCall(desk: ResultDesk): HandledDeskCall {
  const { wrong } = desk.judge;
  return handleDeskCall(proposeCorrection, async ({ fields, request }) => {
    const { match, reason } = fields;
    const off = fields.void === true;
    if ((fields.measures === undefined) !== off) return refuseField('measures', '请填写赛果，或选择取消');
    const measures = fields.measures === undefined ? undefined : measuresOf(fields.measures);
    const fault = measures === undefined ? undefined : await wrong(match, measures);
    if (fault !== undefined) return fault;
    const by = signatureOf(request, fields.by);
    const result = JSON.stringify(measures === undefined ? { void: true } : { measures });
    return act(
      desk,
      request,
      'SELECT propose_correction($1, $2::jsonb, $3, $4, $5) AS answer',
      [match, result, reason, by, operatorSessionOf(request)],
      (id) => ({ kind: 'result.propose', body: { correction: Number(id), match, result, reason, by } }),
    );
  });
}

/** Signs a correction as the second operator. The correction then takes effect. */
function signCall(desk: ResultDesk): HandledDeskCall {
  const { keepPossible } = desk.judge;
  return handleDeskCall(signCorrection, async ({ fields: { id, by: signer }, request }) => {
    const by = signatureOf(request, signer);
    const signed = async (client: Querying): Promise<void> => {
      const { rows } = await client.query<{ match: string; result: EnteredResult }>(
        'SELECT match_id AS match, result FROM sport_corrections WHERE id = $1',
        [id],
      );
      for (const { match, result } of rows) await keepPossible(client, match, 'measures' in result ? result.measures : undefined);
    };
    return act(
      desk,
      request,
      'SELECT sign_correction($1, $2, $3) AS answer',
      [id, by, operatorSessionOf(request)],
      () => ({ kind: 'result.sign', body: { correction: Number(id), by } }),
      signed,
    );
  });
}

function withdrawCall(desk: ResultDesk): HandledDeskCall {
  return handleDeskCall(withdrawCorrection, ({ fields: { id }, request }) =>
    act(desk, request, 'SELECT withdraw_correction($1) AS answer', [id], () => ({
      kind: 'result.withdraw',
      body: { correction: Number(id) },
    })),
  );
}

/** Issues, on sale or with unsettled orders, of games on matches. In each game the next to close is first. */
async function openIssues(desk: ResultDesk) {
  const { rows } = await desk.context.database.query<{ game: string; issue: string; closesAt: number; orders: number }>(
    `SELECT i.game, i.issue, i.closes_at AS "closesAt", count(s.id)::int AS orders
       FROM sport_issues i LEFT JOIN sport_orders s ON s.game = i.game AND s.sold_issue = i.issue AND s.status = 'placed'
      WHERE i.state IN ('open', 'closed') AND i.opens_at <= caipu_now_ms()
      GROUP BY 1, 2, 3 HAVING i.closes_at > caipu_now_ms() OR count(s.id) > 0 ORDER BY 1, 3 LIMIT ${MOST_ISSUES}`,
  );
  return rows.map((each) => ({ ...each, name: desk.context.sports.published(each.game)?.sport.name ?? each.game }));
}

/** Editions of outrights that are not decided. */
async function openOutrights(desk: ResultDesk) {
  const { database, sports } = desk.context;
  const { rows: open } = await database.query<{ game: string; edition: string; orders: number }>(
    `SELECT o.game, o.edition, count(DISTINCT l.order_id)::int AS orders
       FROM outrights o LEFT JOIN sport_legs l ON l.game = o.game AND l.match_id = outright_key(o.market, o.edition, o.code)
      WHERE o.state IN ('selling', 'stopped') GROUP BY 1, 2 ORDER BY 1, length(o.edition), 2 LIMIT ${MOST_ISSUES}`,
  );
  return open.map((each) => {
    const outright = sports.outright(each.game)?.outright;
    const days = outright === undefined ? undefined : sports.league(outright.cup)?.cup?.editionDays;
    return {
      ...each,
      name: outright?.name ?? each.game,
      ...(days === undefined ? {} : { beginsAt: Number(each.edition) * days * DAY_MS }),
    };
  });
}

/** Identifies the operator, so that two signatures come from two operators. */
function operatorSessionOf(request: FastifyRequest) {
  return operatorMark(request, 'results');
}

/** A match as the list shows it. `before`: earlier versions of games under which bets on it were sold. */
function shownMatch(desk: ResultDesk, { league, home, away, offers, isTie, ...match }: DeskMatch, before: readonly EarlierSportVersion[]) {
  const { sports } = desk.context;
  const { wantedBy } = desk.judge;
  return {
    ...match,
    league: leagueName(sports, league),
    home: teamName(sports, league, home),
    away: teamName(sports, league, away),
    wanted: wantedBy(offers, before).map(({ code, name, within }) => ({ code, name, ...(within === undefined ? {} : { within }) })),
    ...(isTie
      ? { level: mainMeasure(sports, match.sport), deciders: DECIDERS.map((code) => ({ code, name: DECIDER_NAMES[code] ?? code })) }
      : {}),
    offers: offers.map((offer) => ({ ...offer, name: sports.published(offer.game)?.sport.name ?? offer.game })),
  };
}

/** Runs `statement`, `then` and the row of the audit list in one transaction. An answer that is a key of `TEXT` refuses the act. */
async function act(
  desk: ResultDesk,
  request: FastifyRequest,
  statement: string,
  values: readonly unknown[],
  actOfAnswer: (answer: string) => AuditEntry,
  then: (client: Querying) => Promise<void> = async () => {},
): Promise<Envelope<null>> {
  const { database } = desk.context;
  const { log, wake } = desk;
  const answer = await database.transaction(async (client: Querying) => {
    const { rows } = await client.query<{ answer: string | number | boolean | null }>(statement, values as unknown[]);
    const value = rows[0]?.answer;
    const text =
      value === true || typeof value === 'number'
        ? String(value)
        : value === false || value === null || value === undefined
          ? 'unknown'
          : value;
    if (TEXT[text] === undefined) {
      await then(client);
      await writeAudit(client, request, actOfAnswer(text));
    }
    return text;
  });
  const fault = TEXT[answer];
  if (fault !== undefined) return refuse(answer === 'unknown' ? STATUS.notFound : STATUS.stateChanged, fault);
  log(`operator ${actOfAnswer(answer).kind}  ${values[0]}  ${auditActorOf(request)}`);
  wake();
  return ok(null);
}
