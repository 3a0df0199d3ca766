/**
 * Operators as rows: a name, a password as an argon2id hash, a role, a second step of its own. The password of the environment
 * creates the first ones. Changing a role, a password or the second step, and disabling, end the operator's sessions with it.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { type Right, type Role } from '../../protocol/desk/rights.ts';
import { type PasswordHashingQueue, normalizeName } from '../accounts/index.ts';
import type { Database, Querying, EncryptionAtRest } from '../platform/index.ts';
import { isRole, ROLES_BY_CODE, rightsOf } from './rights.ts';
import { type SecondStep, createSecondStep } from './second-step.ts';
import { operatorStore } from './second-step-stores.ts';
import { ENVIRONMENT_OPERATOR, type OperatorPerson } from './sessions.ts';

const NAME = /^[A-Za-z0-9\u4e00-\u9fff]{2,20}$/u;
const PASSWORD_LENGTH = { min: 10, max: 128 };
/** Without letters and digits that are taken for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const MADE_LENGTH = 16;

export interface OperatorRow extends OperatorPerson {
  readonly id: number;
  readonly role: Role | string;
  readonly twoStep: boolean;
  readonly disabledAt: number | null;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly seenAt: number | null;
}

/** `passwordHash`: of the password that was given, so that no session is opened with it once it was changed. */
export interface VerifiedOperator extends OperatorPerson {
  readonly id: number;
  readonly passwordHash: string;
}

export interface Operators {
  /** The operator whose name and password these are; undefined: there is none, or he is disabled. Rejects with Busy when too many log in. */
  check(name: string, password: string, address: string): Promise<VerifiedOperator | undefined>;
  /** Whether this is the operator's password. */
  isRight(person: Pick<OperatorPerson, 'id'>, password: string, address: string): Promise<boolean>;
  list(): Promise<OperatorRow[]>;
  find(id: number, client?: Querying): Promise<OperatorRow | undefined>;
  /** Whether a name is an operator's, however it is written. */
  isTaken(name: string): Promise<boolean>;
  /** A new row; undefined: the name is taken. */
  create(client: Querying, name: string, role: Role, passwordHash: string, by: string): Promise<number | undefined>;
  setRole(client: Querying, id: number, role: Role): Promise<void>;
  setPassword(client: Querying, id: number, passwordHash: string): Promise<void>;
  resetStep(client: Querying, id: number): Promise<void>;
  setDisabled(client: Querying, id: number, disabled: boolean): Promise<void>;
  hashOf(password: string, address: string): Promise<string>;
  stepOf(person: OperatorPerson): SecondStep;
}

/** `environmentStep`: the second step of the password of the environment. `now` is unix ms of the real clock. */
export function openOperators(
  database: Database,
  encryption: EncryptionAtRest,
  hashing: PasswordHashingQueue,
  environmentStep: SecondStep,
  now: () => number = Date.now,
): Operators {
  // Compared against when there is no such operator, so that the time taken does not tell which names exist.
  let nobody: Promise<string> | undefined;
  const hashOfNobody = () => (nobody ??= hash(randomBytes(16).toString('hex')));
  const ROWS = `SELECT o.id, o.name, o.role, o.step_confirmed_at IS NOT NULL AS "twoStep", o.disabled_at AS "disabledAt", o.created_by AS "createdBy",
      o.created_at AS "createdAt", (SELECT max(s.seen_at) FROM operator_sessions s WHERE s.operator = o.id) AS "seenAt" FROM operators o`;
  const passwordHash = async (where: string, value: unknown) =>
    (
      await database.query<{ id: number; name: string; role: string; password_hash: string }>(
        `SELECT id, name, role, password_hash FROM operators WHERE ${where} AND disabled_at IS NULL`,
        [value],
      )
    ).rows[0];
  return {
    async check(name, password, address) {
      const row = await passwordHash('name_key = $1', normalizeName(name));
      const stored = row?.password_hash ?? (await hashOfNobody());
      const right = await hashing.run(address, () => verify(stored, password));
      return row !== undefined && right ? { id: row.id, name: row.name, role: row.role, passwordHash: stored } : undefined;
    },
    async isRight({ id }, password, address) {
      const row = await passwordHash('id = $1', id);
      return row !== undefined && hashing.run(address, () => verify(row.password_hash, password));
    },
    list: async () => (await database.query<OperatorRow>(`${ROWS} ORDER BY o.disabled_at IS NOT NULL, o.id`)).rows,
    find: async (id, client = database) => (await client.query<OperatorRow>(`${ROWS} WHERE o.id = $1`, [id])).rows[0],
    async isTaken(name) {
      if (normalizeName(name) === ENVIRONMENT_OPERATOR.name) return true;
      return (await database.query('SELECT 1 FROM operators WHERE name_key = $1', [normalizeName(name)])).rows.length > 0;
    },
    async create(client, name, role, hashed, by) {
      const { rows } = await client.query<{ id: number }>(
        `INSERT INTO operators (name, name_key, password_hash, role, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (name_key) DO NOTHING RETURNING id`,
        [name, normalizeName(name), hashed, role, by, now()],
      );
      return rows[0]?.id;
    },
    async setRole(client, id, role) {
      await client.query('UPDATE operators SET role = $2 WHERE id = $1', [id, role]);
    },
    async setPassword(client, id, hashed) {
      await client.query('UPDATE operators SET password_hash = $2 WHERE id = $1', [id, hashed]);
    },
    async resetStep(client, id) {
      await client.query('UPDATE operators SET step_sealed = NULL, step_confirmed_at = NULL, step_last = 0 WHERE id = $1', [id]);
      await client.query('DELETE FROM operator_recovery_codes WHERE operator = $1', [id]);
    },
    async setDisabled(client, id, disabled) {
      await client.query('UPDATE operators SET disabled_at = $2 WHERE id = $1', [id, disabled ? now() : null]);
    },
    hashOf: (password, address) => hashing.run(address, () => hash(password)),
    stepOf: ({ id, name }) => (id === null ? environmentStep : createSecondStep(operatorStore(database, encryption, id), name)),
  };
}

/** The fault of a name, as a text. */
export const nameFault = (name: string): string | undefined =>
  NAME.test(name) && normalizeName(name) !== ENVIRONMENT_OPERATOR.name ? undefined : '名字须为 2–20 位中文、字母或数字，且不能是 admin';

/** The fault of a password that an operator chose, as a text. */
export function passwordFault(name: string, password: string): string | undefined {
  if (password.length < PASSWORD_LENGTH.min || password.length > PASSWORD_LENGTH.max) return '密码须为 10–128 位';
  if (new Set(password).size < 5 || normalizeName(password).includes(normalizeName(name))) return '密码过于简单，请换一个';
  return undefined;
}

/** A password for an operator to begin with: 16 characters, about 92 bits. */
export const randomPassword = (): string => Array.from({ length: MADE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Whether operators of the role need a second step. The setting of the environment requires it of all. */
export const needsSecondStep = ({ id, role }: OperatorPerson, everybody: boolean): boolean =>
  everybody || (id !== null && isRole(role) && ROLES_BY_CODE[role].secondStep);

export const hasRight = ({ role }: Pick<OperatorPerson, 'role'>, right: Right | null): boolean =>
  right === null || rightsOf(role).includes(right);
