/** /api/fund/Summary: the purses, what can be withdrawn of the wallet, and what other parts add. */
import type { FundSummaryModels } from '../../../protocol/calls.ts';
import { fundSummary } from '../../../protocol/calls/fund-summary.ts';
import type { PaymentServices } from '../services.ts';
import { handle, type HandledCall, ok } from '../../platform/index.ts';
import { type TurnoverRow, withdrawableAmount } from '../turnover.ts';
import type { SummaryFigures, SummaryPart } from './summary-part.ts';
import { SUMMARY_PARTS } from './registry.ts';

export function summaryCalls(context: PaymentServices, parts: readonly SummaryPart[] = SUMMARY_PARTS): HandledCall[] {
  return [handle(fundSummary, async ({ player }) => ok(await summaryOf(context, player.id, parts)))];
}

async function summaryOf(context: PaymentServices, userId: number, parts: readonly SummaryPart[]): Promise<FundSummaryModels> {
  const { database } = context;
  return database.snapshot(async (client) => {
    const { walletFen, lockedFen, withdrawableFen, openFen, rows } = await withdrawableAmount(client, userId, context.orderKinds);
    const { rows: purses } = await client.query<{ purse: string; balance: number }>(
      `SELECT purse, balance FROM purses WHERE user_id = $1 AND unit = 'fen'`,
      [userId],
      'summary-purses',
    );
    const purse = (name: string) => purses.find((each) => each.purse === name)?.balance ?? 0;
    const figures = [];
    for (const part of parts) figures.push(await part(context, client, userId));
    const { outside = [], withdraw, heldFen = 0 } = Object.assign({}, ...figures) as Omit<SummaryFigures, 'steps'>;
    const none = { realName: false, mobile: false, email: false, fundPwd: false, card: false };
    return {
      balanceFen: walletFen,
      withdrawableFen,
      lockedFen,
      openFen,
      heldFen,
      frozenFen: purse('held') - heldFen,
      yuebaoFen: purse('yuebao'),
      yuebaoPendingFen: purse('yuebaoPending'),
      outside,
      // Purses on the way to a company are the player's as well.
      totalFen:
        walletFen +
        purses.reduce((sum, { balance }) => sum + balance, 0) +
        outside.reduce((sum, { balanceFen }) => sum + (balanceFen ?? 0), 0),
      complete: outside.every(({ balanceFen }) => balanceFen !== null),
      turnover: rows.map(shown),
      ...(withdraw === undefined ? {} : { withdraw }),
      steps: Object.assign(none, ...figures.map(({ steps }) => steps)),
    };
  });
}

const shown = ({ id, why, requiredFen, doneFen, openedAt }: TurnoverRow): FundSummaryModels['turnover'][number] => ({
  id,
  why,
  requiredFen,
  doneFen,
  leftFen: requiredFen - doneFen,
  donePoints: Number((BigInt(doneFen) * 10_000n) / BigInt(requiredFen)),
  openedAt,
  expiresAt: null,
});
