/** The kinds of orders and of subjects of movements that the modules bring along, put together for the modules below them. */
import { activityMovementLabels, productMovementLabels } from './loyalty/index.ts';
import type { Publication } from './catalog/index.ts';
import { groupKind } from './social/index.ts';
import { offerLabels, type RechargeRules, rechargeLabels, withdrawalLabels } from './payments/index.ts';
import { type OrderKinds, createOrderKinds, type MovementLabels, movementLabels } from './ledger/index.ts';
import { chaseKind, ticketKind, type TicketParts } from './lottery/index.ts';
import { cardMovementLabels, playMovementLabels, purchaseMovementLabels, quizMovementLabels } from './mini-games/index.ts';
import { sportKind, type SportParts } from './sports/index.ts';

/** In the order in which the kinds were added: lists go through them so. */
export const orderKindRegistry = (parts: TicketParts & SportParts): OrderKinds =>
  createOrderKinds([ticketKind(parts), chaseKind(parts), sportKind(parts), groupKind(parts)]);

export const movementLabelsOf = (publication: Pick<Publication, 'products' | 'activities'>, recharge: RechargeRules): MovementLabels =>
  movementLabels([
    playMovementLabels,
    purchaseMovementLabels,
    cardMovementLabels,
    quizMovementLabels,
    productMovementLabels(publication),
    offerLabels,
    activityMovementLabels(publication),
    withdrawalLabels,
    rechargeLabels(recharge),
  ]);
