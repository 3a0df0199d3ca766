/** An activity (活动) as TypeScript types; schemas/activity.schema.json is the contract. */

export interface ActivityDescription {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'activity';
  readonly code: string;
  /** 128 random bits, hexadecimal: the address of its page. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly order?: number;
  /** First and last day, yyyy-mm-dd on the wall clock of the product. */
  readonly from: string;
  readonly to: string;
  readonly blocks: readonly { readonly title: string; readonly text: string }[];
  readonly rule: {
    readonly fact: 'stake' | 'bets' | 'recharge' | 'checkins';
    /** Fen, bets or days. */
    readonly of: number;
    readonly games?: readonly string[];
    readonly to?: string;
  };
  readonly gives: { readonly points?: number; readonly fen?: number; readonly items?: Readonly<Record<string, number>> };
}
