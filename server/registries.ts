/** The kinds of orders and of subjects of movements that the modules bring along, put together for the modules below them. */
import { activitySubjects, productSubjects } from './loyalty/index.ts';
import type { Publication } from './catalog/index.ts';
import { groupKind } from './social/index.ts';
import { offerSubjects, type RechargeRules, rechargeSubjects, withdrawalSubjects } from './payments/index.ts';
import { type OrderKinds, registryOf, type Subjects, subjectsOf } from './ledger/index.ts';
import { chaseKind, ticketKind, type TicketParts } from './lottery/index.ts';
import { cardSubjects, playSubjects, purchaseSubjects, quizSubjects } from './mini-games/index.ts';
import { sportKind, type SportParts } from './sports/index.ts';

/** In the order in which the kinds were added: lists go through them so. */
export const orderKindsOf = (parts: TicketParts & SportParts): OrderKinds =>
  registryOf([ticketKind(parts), chaseKind(parts), sportKind(parts), groupKind(parts)]);

export const movementSubjects = (publication: Pick<Publication, 'products' | 'activities'>, recharge: RechargeRules): Subjects =>
  subjectsOf([
    playSubjects,
    purchaseSubjects,
    cardSubjects,
    quizSubjects,
    productSubjects(publication),
    offerSubjects,
    activitySubjects(publication),
    withdrawalSubjects,
    rechargeSubjects(recharge),
  ]);
