/** The audit list as operators read it: who did what, about whom, from where. The draws that fill it are left out; the chain is held against itself. */
import { deskAudit, deskAuditCheck } from '../../../protocol/desk/house.ts';
import { type AuditRow, headOf, verify } from '../../audit/audit.ts';
import type { Context } from '../../context.ts';
import { productOffset } from '../../descriptions/product-clock.ts';
import { ok } from '../../web/call.ts';
import { ENVIRONMENT } from '../sessions.ts';
import ACTS from './acts.json' with { type: 'json' };
import { cursorOf, type HandledDeskCall, onDesk, pageOf } from './handle.ts';
import { spanOfDays } from './span.ts';

const MOST_DAYS = 92;
/** Rows at the end of the list whose chain is looked at. */
const CHECKED = 2_000;

const WORDS: Readonly<Record<string, string>> = {
  player: '玩家',
  order: '订单',
  operator: '管理员',
  role: '角色',
  withdrawal: '提现',
  reason: '理由',
  by: '署名',
  amount: '金额（分）',
  file: '文件',
  hash: '版本',
  call: '请求',
  right: '缺少权限',
  sessions: '登录数',
  game: '彩种',
  issue: '期号',
  match: '比赛',
  result: '结果',
  rules: '规则',
  comment: '评论',
};

/** "玩家 100001，理由 核实身份"; '' for an act about nothing. */
function aboutOf(body: string): string {
  try {
    const entries = Object.entries(JSON.parse(body) as Record<string, unknown>);
    return entries
      .map(([name, value]) => `${WORDS[name] ?? name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
      .join('，')
      .slice(0, 300);
  } catch {
    return body.slice(0, 300);
  }
}

const nameOf = (act: string): string => (ACTS as Readonly<Record<string, string>>)[act] ?? act;

export function auditCalls({ database, publication }: Context): HandledDeskCall[] {
  return [
    onDesk(deskAudit, async ({ fields: { operator, act, from, to, cursor, size } }) => {
      const span = spanOfDays({ from, to, most: MOST_DAYS, now: Date.now(), offset: productOffset(publication) });
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
          const [who, address] = actor.includes('@') ? actor.split('@', 2) : ['', actor];
          return {
            seq,
            at,
            act: kind,
            actName: nameOf(kind),
            who: who === ENVIRONMENT.name ? 'admin' : (who ?? ''),
            from: address ?? '',
            about: aboutOf(body),
            hash: hash.slice(0, 8),
          };
        }),
        next,
      });
    }),

    onDesk(deskAuditCheck, async () => {
      const head = await headOf(database);
      const { rows } = await database.query<{ seq: number; hash: string }>('SELECT seq, hash FROM audit WHERE seq = $1', [
        head.seq - CHECKED,
      ]);
      const { rows: checked, broken } = await verify(database, { ...(rows[0] && { from: rows[0] }), most: CHECKED });
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
