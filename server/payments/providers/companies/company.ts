/** A company that provides games and has accounts of players. The transfer centre (转账中心) uses this interface. Each protocol is a file beside this one. */

export interface CompanyRequest {
  /** UUID. The company executes a request id at most once. */
  readonly requestId: string;
  /** The player's number. */
  readonly player: number;
  /** out: from the player's wallet to the company. in: back to the wallet. */
  readonly direction: 'out' | 'in';
  readonly amountFen: number;
}

/** done: the money was moved. refused: it never will be; `note` is the reason in Chinese. */
export type CompanyAnswer = { readonly is: 'done' } | { readonly is: 'refused'; readonly note: string };

/** A bet of a player at the company, settled there. */
export interface CompanyBet {
  /** The company's id of the bet. */
  readonly id: string;
  /** Code of the game. */
  readonly game: string;
  readonly stakeFen: number;
  /** All that the bet paid, including a returned stake. */
  readonly prizeFen: number;
  /** The result of the bet in Chinese; may be empty. */
  readonly result: string;
  /** Unix ms. */
  readonly at: number;
}

/** A page of bets. `next` is the cursor of the next page; null: this is the last one. */
export interface CompanyBets {
  readonly items: readonly CompanyBet[];
  readonly next: string | null;
}

export interface LaunchRequest {
  readonly player: number;
  /** Code of the game at the company. */
  readonly game: string;
}

/** url: the whole address of the game. session: the value for {session} in the provider's launchUrl. Neither names the player. */
export type LaunchAnswer = { readonly url: string } | { readonly session: string };

/** Every function rejects if no readable answer came in time. The outcome is then unknown. */
export interface Company {
  /** Code of the provider. It is in addresses and in the names of the accounts transit:<code> and company:<code>. */
  readonly code: string;
  readonly name: string;
  /** Moves money, at most once for a request id. A second call with the same id gets the first answer. */
  move(request: CompanyRequest): Promise<CompanyAnswer>;
  /** The outcome of a request id. unknown: the company has not received the request, and may still receive it. */
  ask(requestId: string): Promise<CompanyAnswer | { readonly is: 'unknown' }>;
  /** The player's balance at the company, by the company's answer, fen. */
  balance(player: number): Promise<number>;
  /** Opens a session of a player in a game. Every start of a game needs a new session. */
  launch(request: LaunchRequest): Promise<LaunchAnswer>;
  /** A page of a player's bets, the newest first. `cursor` is `next` of the previous page; undefined: the first page. */
  bets(player: number, cursor: string | undefined, size: number): Promise<CompanyBets>;
}
