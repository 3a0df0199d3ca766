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

/** A bet of a player at the company, settled there. */
export interface CompanyBet {
  /** The company's own id of it. */
  readonly id: string;
  /** Code of the game. */
  readonly game: string;
  readonly stakeFen: number;
  /** What came back in all. */
  readonly prizeFen: number;
  /** What happened, in Chinese; may be empty. */
  readonly result: string;
  /** Unix ms. */
  readonly at: number;
}

/** `next` is what the next page is asked for with; null: there is none. */
export interface CompanyBets {
  readonly items: readonly CompanyBet[];
  readonly next: string | null;
}

export interface LaunchRequest {
  readonly player: number;
  /** Code of the game at the company. */
  readonly game: string;
}

/** url: the whole address. session: what {session} in the provider's launchUrl stands for. Neither names the player. */
export type LaunchAnswer = { readonly url: string } | { readonly session: string };

/** Every function rejects when no answer came in time or none that can be read; then nothing is known. */
export interface Company {
  /** Code: of the provider, in addresses and in the accounts transit:<code> and company:<code>. */
  readonly code: string;
  readonly name: string;
  /** Moves money, at most once for a request id; asked again, it answers what it answered. */
  move(request: CompanyRequest): Promise<CompanyAnswer>;
  /** The outcome of a request id. unknown: the company has not received the request, and may still receive it. */
  ask(requestId: string): Promise<CompanyAnswer | { readonly is: 'unknown' }>;
  /** What the company says that the player holds there, fen. */
  balance(player: number): Promise<number>;
  /** Lets a player into a game, for a while; each time again. */
  launch(request: LaunchRequest): Promise<LaunchAnswer>;
  /** Bets of a player, the newest first. `cursor` is `next` of the page before. */
  bets(player: number, cursor: string | undefined, size: number): Promise<CompanyBets>;
}
