/**
 * Size limits of a request. The client checks them before it sends a request, and the server refuses a larger one. A text is counted in
 * characters of its JSON, before it is encoded as a form. schemas/ticket.schema.json describes tickets.
 */

/** Characters of a ticket. A typed ticket with all five-digit numbers has 800,000. */
export const MAX_TICKET_TEXT = 1_000_000;
/** Characters of a chase's ticket. The limit is lower, because a chase (追号) stores the ticket once for each issue. */
export const MAX_CHASE_TICKET_TEXT = 200_000;
/** Bytes of a bet's form. A quote or a comma of the ticket takes three bytes there. */
export const BET_BODY_LIMIT = 2_097_152;
/** Characters of a chase's issues; 100 issues of 32 characters fit. */
export const MAX_CHASE_TEXT = 8_000;
/** Characters of a ticket of matches. 100 matches with 54 choices each fit, and so do the 10,000 bets of an optimised bet. */
export const MAX_SPORT_TICKET_TEXT = 200_000;
