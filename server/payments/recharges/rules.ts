/** The rules of recharging: methods, amounts, turnover, bonus, deadline and queries. They are in recharge.json, or in the file that CAIPU_RECHARGE names. */
import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { lazyValidator } from '../../platform/index.ts';

export interface RechargeMethod {
  readonly code: string;
  readonly name: string;
  readonly icon: string;
  readonly minFen: number;
  readonly maxFen: number;
  /** How long a payment takes, as a text for players. */
  readonly time: string;
  /** The share of a recharge that must be staked before it can be withdrawn, basis points. */
  readonly turnoverBp: number;
  /** Why the method cannot be used now, for players. */
  readonly off?: string;
}

export interface RechargeBonus {
  /** Least recharge that gets the bonus. */
  readonly fromFen: number;
  /** Basis points of the received amount. */
  readonly bp: number;
  readonly maxFen: number;
  /** Times a day of the product. */
  readonly perDay: number;
  /** The bonus can be withdrawn after stakes of this many times its amount. */
  readonly multiple: number;
}

export interface RechargeRules {
  /** Code of the payment company. Together with the company's number of a payment it identifies the payment. */
  readonly provider: string;
  /** Base of the cashier's address; {demo} is the origin of the demonstration pages. */
  readonly url: string;
  /** URL for queries about an order. Left out: the stand-in's, or none with another provider. */
  readonly queryUrl?: string;
  /** URL that closes an order. Left out: the stand-in's, or none with another provider. */
  readonly closeUrl?: string;
  readonly minFen: number;
  readonly maxFen: number;
  readonly quickFen: readonly number[];
  readonly methods: readonly RechargeMethod[];
  /** How long an order can be paid. */
  readonly payMinutes: number;
  /** Most orders of one player that wait for payment. */
  readonly mostPending: number;
  /** When the provider is queried: `firstTimes` times every `firstSeconds`, then every `thenSeconds`, for `hours` in all. */
  readonly asking: { readonly firstSeconds: number; readonly firstTimes: number; readonly thenSeconds: number; readonly hours: number };
  readonly bonus?: RechargeBonus;
}

const code = Type.String({ pattern: '^[A-Za-z0-9_-]{1,32}$' });
const words = Type.String({ minLength: 1, maxLength: 60 });
const fen = Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 });
const closed = { additionalProperties: false };
const SCHEMA = Type.Object(
  {
    provider: code,
    url: Type.String({ pattern: '^(https?://|\\{demo\\}/)' }),
    queryUrl: Type.Optional(Type.String({ pattern: '^https?://' })),
    closeUrl: Type.Optional(Type.String({ pattern: '^https?://' })),
    minFen: fen,
    maxFen: fen,
    quickFen: Type.Array(fen, { minItems: 1, maxItems: 6 }),
    methods: Type.Array(
      Type.Object(
        {
          code,
          name: words,
          icon: code,
          minFen: fen,
          maxFen: fen,
          time: words,
          turnoverBp: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
          off: Type.Optional(words),
        },
        closed,
      ),
      { minItems: 1, maxItems: 20 },
    ),
    payMinutes: Type.Integer({ minimum: 1, maximum: 1440 }),
    mostPending: Type.Integer({ minimum: 1, maximum: 20 }),
    asking: Type.Object(
      {
        firstSeconds: Type.Integer({ minimum: 1, maximum: 3600 }),
        firstTimes: Type.Integer({ minimum: 1, maximum: 1000 }),
        thenSeconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
        hours: Type.Integer({ minimum: 1, maximum: 720 }),
      },
      closed,
    ),
    bonus: Type.Optional(
      Type.Object(
        {
          fromFen: fen,
          bp: Type.Integer({ minimum: 1, maximum: 10_000 }),
          maxFen: fen,
          perDay: Type.Integer({ minimum: 1, maximum: 100 }),
          multiple: Type.Integer({ minimum: 0, maximum: 100 }),
        },
        closed,
      ),
    ),
  },
  closed,
);
const fault = lazyValidator(SCHEMA);

/** The fault of the rules; undefined if they are valid. */
export function rulesFault(rules: unknown): string | undefined {
  const error = fault(rules);
  if (error !== undefined) return `${error.instancePath || '/'} ${error.message}`;
  const { methods, minFen, maxFen } = rules as RechargeRules;
  if (minFen > maxFen) return '/minFen is above /maxFen';
  const seen = new Set<string>();
  for (const [at, method] of methods.entries()) {
    if (seen.has(method.code)) return `/methods/${at}/code ${method.code} is there twice`;
    seen.add(method.code);
    if (method.minFen > method.maxFen) return `/methods/${at}/minFen is above /methods/${at}/maxFen`;
  }
  return undefined;
}

/** Reads a file of rules. @throws an error that says how to correct the file. */
export function readRechargeRules(file: string): RechargeRules {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(
      `${file}: ${(error as Error).message}. CAIPU_RECHARGE names a JSON file of the form of server/payments/recharges/recharge.json.`,
    );
  }
  const wrong = rulesFault(read);
  if (wrong !== undefined)
    throw new Error(`${file}: ${wrong}. Correct the file that CAIPU_RECHARGE names (form: server/payments/recharges/recharge.json).`);
  return read as RechargeRules;
}
