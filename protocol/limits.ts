/**
 * What one request may carry. Phone and server hold to the same figures: the phone says so before it sends, the server refuses.
 * Characters of the ticket as JSON (schemas/ticket.schema.json), before it is encoded as a form.
 */

/** A typed ticket of every five-digit number there is takes 800,000. */
export const MAX_TICKET_TEXT = 1_000_000;
/** A chase (追号) keeps the ticket once for each of its issues. */
export const MAX_CHASE_TICKET_TEXT = 200_000;
/** Bytes of a bet's form: quotes and commas of a ticket take three each. */
export const BET_BODY_LIMIT = 2_097_152;
/** Characters of a chase's issues as JSON: 100 issues of 32 characters. */
export const MAX_CHASE_TEXT = 8_000;
/** A ticket of matches: a hundred matches at 54 choices, and the 10,000 bets of an optimised one. */
export const MAX_SPORT_TICKET_TEXT = 200_000;
