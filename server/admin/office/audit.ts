/** The audit list as operators read it: actor, act, subject and address. Rows of draws are left out; the hash chain is verified. */
import { formatMoney } from '../../../engine/descriptions/format.ts';
import { deskAudit, deskAuditCheck } from '../../../protocol/desk/house.ts';
import { type AuditRow, auditHead, ok, verifyAudit } from '../../platform/index.ts';
import type { AdminServices } from '../services.ts';
import { productOffset } from '../../catalog/index.ts';
import { type WithdrawalRules, ruleLabel } from '../../payments/index.ts';
import { ENVIRONMENT_OPERATOR } from '../sessions.ts';
import ACTS from './acts.json' with { type: 'json' };
import WORDS from './words.json' with { type: 'json' };
import { cursorOf, type HandledDeskCall, handleDeskCall, pageOf } from './handle.ts';
import { daySpanOf } from './day-span.ts';

const MOST_DAYS = 92;
/** Rows at the end of the list whose chain is looked at. */
const CHECKED = 2_000;

/** Names of acts' fields, and of actors without a login. */
const { about: NAMES, actors: ACTORS }: { readonly about: Record<string, string>; readonly actors: Record<string, string> } = WORDS;

/** A body as words: amounts in yuan, instants on the product's clock, what is nested in its own words. */
function wordOf(name: string, value: unknown, offset: number): string {
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'number' && name === 'amount') return `¥${formatMoney(value)}`;
  if (typeof value === 'number' && name === 'startsAt')
    return value === 0 ? '未定' : new Date(value + offset).toISOString().slice(0, 16).replace('T', ' ');
  if (name === 'result') return resultOf(String(value));
  if (name === 'rules') return rulesOf(String(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** "full 2:1、half 1:0", 取消. */
function resultOf(text: string): string {
  const { void: off, measures = {} } = JSON.parse(text) as { void?: true; measures?: Record<string, readonly [number, number]> };
  if (off === true) return '取消';
  return Object.entries(measures)
    .map(([code, pair]) => `${code} ${pair.join(':')}`)
    .join('、');
}

const rulesOf = (text: string): string =>
  Object.entries(JSON.parse(text) as Partial<WithdrawalRules>)
    .map(([name, value]) => `${ruleLabel(name)} ${name.endsWith('Fen') ? `¥${formatMoney(Number(value))}` : value}`)
    .join('、');

/** "玩家 100001，理由 核实身份"; '' for an act about nothing. */
function aboutOf(body: string, offset: number): string {
  try {
    const entries = Object.entries(JSON.parse(body) as Record<string, unknown>);
    return entries
      .map(([name, value]) => `${NAMES[name] ?? name} ${wordOf(name, value, offset)}`)
      .join('，')
      .slice(0, 300);
  } catch {
    return body.slice(0, 300);
  }
}

const nameOf = (act: string): string => (ACTS as Readonly<Record<string, string>>)[act] ?? act;

export function auditCalls({ database, publication }: AdminServices): HandledDeskCall[] {
  return [
    handleDeskCall(deskAudit, async ({ fields: { operator, act, from, to, cursor, size } }) => {
      const offset = productOffset(publication);
      const span = daySpanOf({ from, to, most: MOST_DAYS, now: Date.now(), offset });
      if ('status' in span) return span;
      const values: unknown[] = [size + 1, span.since, span.until];
      let where = `kind <> 'draw' AND at >= $2::bigint AND at < $3::bigint`;
      if (operator !== undefined) where += ` AND split_part(actor, '@', 1) = $${values.push(operator)}`;
      if (act !== undefined)
        where += act.includes('.')
          ? ` AND kind = $${values.push(act)}`
          : ` AND kind >= $${values.push(`${act}.`)} AND kind < $${values.push(`${act}/`)}`;
      const [after] = cursorOf(cursor, 1) ?? [];
      if (after !== undefined) where += ` AND seq < $${values.push(after)}::bigint`;
      const { rows } = await database.query<AuditRow>(
        `SELECT seq, at, kind, actor, body, prev, hash FROM audit WHERE ${where} ORDER BY seq DESC LIMIT $1`,
        values,
      );
      const { shown, next } = pageOf(rows, size, ({ seq }) => String(seq));
      return ok({
        items: shown.map(({ seq, at, kind, actor, body, hash }) => {
          // An actor without a login has no address.
          const [who, address] = actor.includes('@')
            ? actor.split('@', 2)
            : ACTORS[actor] === undefined
              ? ['', actor]
              : [ACTORS[actor], ''];
          return {
            seq,
            at,
            act: kind,
            actName: nameOf(kind),
            who: who === ENVIRONMENT_OPERATOR.name ? 'admin' : (who ?? ''),
            from: address ?? '',
            about: aboutOf(body, offset),
            hash: hash.slice(0, 8),
          };
        }),
        next,
      });
    }),

    handleDeskCall(deskAuditCheck, async () => {
      const head = await auditHead(database);
      const { rows } = await database.query<{ seq: number; hash: string }>('SELECT seq, hash FROM audit WHERE seq = $1', [
        head.seq - CHECKED,
      ]);
      const { rows: checked, broken } = await verifyAudit(database, { ...(rows[0] && { from: rows[0] }), most: CHECKED });
      return ok({
        rows: head.seq,
        checked,
        whole: broken === undefined,
        fault: broken === undefined ? '' : `第 ${broken.seq} 行：${broken.what}`,
        head: head.hash.slice(0, 8),
      });
    }),
  ];
}
