/** One movement of a player, with what it left and entered and the others of the same thing (账单详情). */
import type { FundDetailModels } from '../../protocol/calls.ts';
import type { LedgerServices } from './services.ts';
import { numberOf } from './record-numbers.ts';
import { orderMovements, findMovement } from './statement.ts';

/** The name of a company of games by its code; the code where no company has it. */
export type CompanyName = (code: string) => string;

/** Name of an account; a player sees no inner account of the house. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  wallet: '主钱包',
  held: '冻结金额',
  yuebao: '余额宝',
  yuebaoPending: '余额宝（待确认）',
  points: '积分',
  score: '返点账户',
  'house:stakes': '投注',
  'house:prizes': '派奖',
  'house:interest': '余额宝收益',
  'outside:recharge': '充值渠道（演示）',
  'outside:withdraw': '收款账户（演示）',
};

export function accountName(account: string, companyName: CompanyName): string {
  const known = ACCOUNTS[account];
  if (known !== undefined) return known;
  const [kind = '', code = ''] = account.split(':');
  if (kind === 'transit') return `${companyName(code)}（在途）`;
  if (kind === 'company') return companyName(code);
  if (kind === 'escrow') return '合买资金';
  return '平台';
}

export async function movementDetail(context: LedgerServices, userId: number, seq: number): Promise<FundDetailModels | undefined> {
  const found = await findMovement(context, userId, seq);
  if (found === undefined) return undefined;
  const { item, debit, credit, ref, touchesWallet } = found;
  const note = ref !== null && debit === 'held' && credit === 'wallet' ? await reasonOf(context, userId, ref) : '';
  const refNo = ref === null ? undefined : await numberOf(context.database, userId, ref);
  const related = ref === null ? [] : (await orderMovements(context, userId, ref)).filter(({ id }) => id !== item.id);
  return {
    ...item,
    source: accountName(debit, context.companyName),
    target: accountName(credit, context.companyName),
    ...(touchesWallet ? { beforeFen: item.balanceFen - item.amountFen } : {}),
    state: 'done',
    ...(ref === null ? {} : { ref }),
    ...(refNo === undefined ? {} : { refNo }),
    ...(note === '' ? {} : { note }),
    related: related.map(({ id, label, amountFen, at }) => ({ id, label, amountFen, at })),
  };
}

/** Why a withdrawal was sent back: what the operator or the payer wrote; '' where nobody did. */
async function reasonOf({ database }: LedgerServices, userId: number, withdrawal: string): Promise<string> {
  const { rows } = await database.query<{ note: string }>(
    `SELECT note FROM withdrawal_steps WHERE user_id = $1 AND withdrawal_id::text = $2 AND state IN ('refused', 'returned')`,
    [userId, withdrawal],
  );
  return rows[0]?.note ?? '';
}
