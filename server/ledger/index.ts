/** Money: movements, wallets, statements, and the audit of the books. It names no product; modules above register kinds of orders and subjects. */
export { csvOf, decimal } from './csv.ts';
export type { CompanyName } from './detail.ts';
export { listMovements, movementsOf, type StatementParts } from './funds.ts';
export { kindsOf, movementTitle } from './movements.ts';
export { registryOf, type EarlyOrder, type OrderHead, type OrderKind, type OrderKinds, type OrderPicks } from './order-kinds.ts';
export { orderOf } from './order-of.ts';
export type { LedgerServices } from './services.ts';
export { subjectsOf, type SubjectKind, type Subjects } from './subjects.ts';
export { totalsEver } from './totals.ts';
export { purseOf, walletOf } from './wallet.ts';
export { ledger } from './module.ts';
export { auditBooks, type BookClauses, type BookFault } from './books.ts';
