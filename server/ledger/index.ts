/** Money: movements, wallets, statements, and the audit of the books. It names no product; modules above register kinds of orders and subjects. */
export { csvLines, csvOf, decimal } from './csv.ts';
export type { CompanyName } from './detail.ts';
export { listMovements, orderMovements, type StatementParts } from './statement.ts';
export { kindsInGroup, movementTitle } from './movements.ts';
export { createOrderKinds, type EarlyOrder, type OrderHead, type OrderKind, type OrderKinds, type OrderPicks } from './order-kinds.ts';
export { orderJoinSql } from './order-join.ts';
export type { LedgerServices } from './services.ts';
export { movementLabels, type MovementLabelSource, type MovementLabels } from './movement-labels.ts';
export { lifetimeTotals } from './totals.ts';
export { purseBalance, walletBalance } from './wallet.ts';
export { ledger } from './module.ts';
export { auditLedger, type LedgerAuditClauses, type LedgerFault } from './ledger-audit.ts';
