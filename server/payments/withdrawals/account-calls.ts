/** /api/BankCard: cards and Alipay accounts. */
import { randomInt } from 'node:crypto';
import {
  alipayList,
  banks,
  bindAlipay,
  bindWallet,
  deleteAlipay,
  deleteWallet,
  demoCard,
  recognizeCard,
  setAlipay,
  setWallet,
  walletList,
} from '../../../protocol/calls/bank-card.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { PaymentServices } from '../services.ts';
import { handle, type HandledCall, ok, runIdempotent, refuse } from '../../platform/index.ts';
import {
  type AccountChange,
  type AccountKind,
  type AccountRow,
  accountOf,
  accountsOf,
  alipayItem,
  bindAccount,
  cardItem,
  changeAccount,
  deleteAccount,
  maskedHolderName,
} from './accounts.ts';
import { BANKS, demoCardNumber, recognizeBank } from './cards.ts';
import { type WithdrawalRules, readWithdrawalRules } from './rules.ts';

const then = <A, B>(answer: Envelope<A | null>, item: (models: A) => B): Envelope<B | null> =>
  answer.models === null || answer.status !== STATUS.ok ? (answer as Envelope<null>) : { ...answer, models: item(answer.models) };

export function withdrawalAccountCalls(context: PaymentServices): HandledCall[] {
  const { database } = context;
  const listOf = async (userId: number, kind: AccountKind) => ({
    rows: await accountsOf(database, userId, kind),
    holderMask: await maskedHolderName(context, database, userId),
    rules: await readWithdrawalRules(database),
  });
  const termsOf = ({ newAccountHours, newAccountFen }: WithdrawalRules, max: number) => ({ max, newAccountHours, newAccountFen });

  async function change<T>(
    userId: number,
    kind: AccountKind,
    id: string,
    wish: AccountChange,
    item: (row: AccountRow, holder: string) => T,
  ): Promise<Envelope<T | null>> {
    const row = await database.transaction(async (client) => {
      await client.query('SELECT lock_player($1)', [userId]);
      return (await changeAccount(client, userId, kind, id, wish)) ? accountOf(client, userId, id) : undefined;
    });
    if (row === undefined) return refuse(STATUS.notFound, kind === 'bank' ? '银行卡不存在' : '支付宝账户不存在');
    return ok(item(row, await maskedHolderName(context, database, userId)));
  }

  return [
    handle(walletList, async ({ player }) => {
      const { rows, holderMask, rules } = await listOf(player.id, 'bank');
      return ok({ items: rows.map((row) => cardItem(row, holderMask)), holderMask, ...termsOf(rules, rules.cards) });
    }),
    handle(alipayList, async ({ player }) => {
      const { rows, holderMask, rules } = await listOf(player.id, 'alipay');
      return ok({ items: rows.map((row) => alipayItem(row, holderMask)), holderMask, ...termsOf(rules, rules.alipays) });
    }),
    handle(banks, async () => ok({ items: BANKS })),
    handle(demoCard, async () => ok({ cardNo: demoCardNumber((below) => randomInt(below)) })),
    handle(recognizeCard, async ({ fields: { bin } }) => {
      const found = recognizeBank(bin);
      return ok({
        known: found !== undefined,
        bankCode: found?.code ?? '',
        bankName: found?.name ?? '',
        cardType: found?.cardType ?? '',
      });
    }),
    handle(bindWallet, ({ fields: { cardNo, bankCode, ...fields }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) =>
        then(
          await bindAccount(context, client, userId, { ...fields, kind: 'bank', number: cardNo, bank: bankCode }),
          ({ row, holderMask }) => cardItem(row, holderMask),
        ),
      ),
    ),
    handle(bindAlipay, ({ fields: { account, ...fields }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) =>
        then(await bindAccount(context, client, userId, { ...fields, kind: 'alipay', number: account }), ({ row, holderMask }) =>
          alipayItem(row, holderMask),
        ),
      ),
    ),
    handle(setWallet, ({ fields: { id, ...wish }, player }) => change(player.id, 'bank', id, wish, cardItem)),
    handle(setAlipay, ({ fields: { id, ...wish }, player }) => change(player.id, 'alipay', id, wish, alipayItem)),
    handle(deleteWallet, ({ fields, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) => deleteAccount(context, client, userId, 'bank', fields)),
    ),
    handle(deleteAlipay, ({ fields, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) => deleteAccount(context, client, userId, 'alipay', fields)),
    ),
  ];
}
