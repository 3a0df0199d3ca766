/** A company of games that keeps money of players, as the transfer centre (转账中心) deals with it. Each way of talking to one is a file beside this. */

export interface CompanyRequest {
  /** UUID. Whatever is asked under it a second time is not done a second time. */
  readonly requestId: string;
  /** The player's number. */
  readonly player: number;
  /** out: from our wallet to the company. in: back. */
  readonly direction: 'out' | 'in';
  readonly amountFen: number;
}

/** done: it happened. refused: it never will, `note` says why in Chinese. */
export type CompanyAnswer = { readonly is: 'done' } | { readonly is: 'refused'; readonly note: string };

/** Every function rejects when no answer came in time or none that can be read; then nothing is known. */
export interface Company {
  /** Code: of the provider, in addresses and in the accounts transit:<code> and company:<code>. */
  readonly code: string;
  readonly name: string;
  /** Moves money, at most once for a request id; asked again, it answers what it answered. */
  move(request: CompanyRequest): Promise<CompanyAnswer>;
  /** What became of a request id. unknown: the company never heard of it, and may hear of it yet. */
  ask(requestId: string): Promise<CompanyAnswer | { readonly is: 'unknown' }>;
  /** What the company says that the player holds there, fen. */
  balance(player: number): Promise<number>;
}
