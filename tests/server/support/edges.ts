/** Values of fields that a validator may take and a column does not, by the format of the field. */
import { randomUUID } from 'node:crypto';

interface Keywords {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

const ID = randomUUID();

/** Ids in forms of other programs. None of them is an id here; PostgreSQL takes the last two, and says what it takes in one way only. */
export const FOREIGN_ID_FORMS: readonly string[] = [`urn:uuid:${ID}`, `URN:UUID:${ID}`, `{${ID}}`, ID.replaceAll('-', '')];

const DATES = ['0000-01-01', '0001-01-01', '9999-12-31', '10000-01-01'];
const INTEGERS = [2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, 8.64e15 + 1];
const CURSORS = [
  ...['2147483648', '9007199254740991', '9223372036854775808', `urn:uuid:${ID}`, `1_urn:uuid:${ID}`, `9999999999999999_${ID}`],
  ...[`-9007199254740993_${ID}`, '1_2147483648', '9999999999999999_9999999999999999', '0000-01-01_1', `${ID}_9223372036854775808`],
];

/** What to send for a field of these keywords beside its good value. */
export function boundaryValues(name: string, { type, format, enum: values, minimum, maximum }: Keywords): readonly string[] {
  if (values !== undefined) return [];
  if (format === 'uuid') return FOREIGN_ID_FORMS;
  if (format === 'date') return DATES;
  if (type === 'integer') return [...INTEGERS, minimum, maximum].flatMap((value) => (value === undefined ? [] : [String(value)]));
  return name === 'cursor' ? CURSORS : [];
}
