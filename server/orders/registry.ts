/** Every kind of order that this server has. */
import { chaseKind } from './chase-kind.ts';
import { registryOf } from './kinds.ts';
import { sportKind } from './sport-kind.ts';
import { groupKind } from '../group/kind.ts';
import { ticketKind } from './ticket-kind.ts';

export const ORDER_KINDS = registryOf([ticketKind, chaseKind, sportKind, groupKind]);
