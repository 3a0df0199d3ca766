/**
 * Messages to players. A message is a row, written in the transaction that wants it sent, so that none is sent for what did not happen. Any
 * process takes it from there and hands it to the provider of its channel, again after a while when that fails: a message may come twice,
 * and is never lost while it is of use. Address and values are sealed, and the values go once it was sent.
 */
import type { Channel } from './providers.ts';
import type { Database, Querying } from '../database/database.ts';
import type { EncryptionAtRest } from '../encryption/at-rest.ts';
import type { Log } from '../monitoring/log.ts';
import type { MessageProviders } from './providers.ts';
import { fillTemplate, type Template } from './templates.ts';

export interface QueuedMessage {
  readonly channel: Channel;
  readonly to: string;
  readonly template: Template;
  readonly vars: Readonly<Record<string, string>>;
  /** Game ms from when on it is of no use. */
  readonly expiresAt?: number;
  /** It is for nobody: everything is done but the sending. */
  readonly drop?: boolean;
}

export interface StoredMessage {
  readonly id: number;
  readonly channel: Channel;
  readonly to: string;
  readonly template: string;
  readonly subject: string;
  readonly text: string;
  readonly at: number;
}

export interface Messages {
  /** Whether messages of a channel are sent, or kept for the development outbox. */
  isAvailable(channel: Channel): boolean;
  /** The development outbox is there: no provider is set, and this is no production. */
  readonly development: boolean;
  /** Writes a message, in the transaction of `client`. */
  queue(client: Querying, message: QueuedMessage): Promise<void>;
  /** What the development outbox shows, the newest first. */
  unsent(): Promise<readonly StoredMessage[]>;
  /** Sends what waits, at once. Resolves when this process has nothing more to send now. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface MessagesOptions {
  readonly providers?: MessageProviders;
  /** Without a provider messages are kept and shown; refused in production. */
  readonly development?: boolean;
}

const AT_ONCE = 10;
const LOOK_EVERY_MS = 1_000;
/** Ms of the game clock after which a claimed message is anybody's again, and the waits after a failure. */
const CLAIM_MS = 60_000;
const WAITS_MS = [2_000, 10_000, 30_000, 120_000, 600_000] as const;
const SHOWN = 50;

interface Row {
  readonly id: number;
  readonly channel: Channel;
  readonly template: Template;
  readonly to_sealed: string;
  readonly vars_sealed: string;
  readonly created_at: number;
  readonly tries: number;
  readonly now: number;
}

export function openMessages(
  { database, encryption, brand, log }: { database: Database; encryption: EncryptionAtRest; brand: () => string; log: Log },
  { providers = {}, development = false }: MessagesOptions = {},
): Messages {
  const isAvailable = (channel: Channel) => providers[channel] !== undefined || development;
  const open = ({ vars_sealed }: Pick<Row, 'vars_sealed'>) =>
    JSON.parse(encryption.open('message.vars', vars_sealed)) as { readonly vars: Record<string, string>; readonly expiresAt?: number };
  let sending: Promise<void> | undefined;
  let closed = false;

  async function end(id: number, state: 'sent' | 'failed', result: string): Promise<void> {
    await database.query(
      'UPDATE outgoing_messages SET state = $2, result = $3, ended_at = caipu_now_ms(), to_sealed = NULL, vars_sealed = NULL WHERE id = $1',
      [id, state, result],
    );
  }

  async function deliver(row: Row): Promise<void> {
    const { vars, expiresAt } = open(row);
    if (expiresAt !== undefined && expiresAt <= row.now) return end(row.id, 'failed', 'expired before it could be sent');
    const provider = providers[row.channel];
    if (provider === undefined) return end(row.id, 'failed', 'no provider');
    try {
      await provider.send(encryption.open('message.to', row.to_sealed), fillTemplate(row.template, { brand: brand(), ...vars }));
      await end(row.id, 'sent', provider.name);
    } catch (error) {
      const wait = WAITS_MS[row.tries - 1];
      // What a provider says may repeat what it was given.
      const why = `${provider.name} failed${(error as { code?: unknown }).code === undefined ? '' : ` (${String((error as { code?: unknown }).code)})`}`;
      log(`message ${row.id} was not sent: ${why}${wait === undefined ? ', given up' : ''}`, { level: 'warn' });
      if (wait === undefined) return end(row.id, 'failed', why);
      await database.query('UPDATE outgoing_messages SET next_at = caipu_now_ms() + $2, result = $3 WHERE id = $1', [row.id, wait, why]);
    }
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      if (closed) return;
      const { rows } = await database.query<Row>(
        `UPDATE outgoing_messages SET tries = tries + 1, next_at = caipu_now_ms() + ${CLAIM_MS}
          WHERE id IN (SELECT id FROM outgoing_messages WHERE state = 'queued' AND next_at <= caipu_now_ms()
                        ORDER BY next_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
         RETURNING id, channel, template, to_sealed, vars_sealed, created_at, tries, caipu_now_ms() AS now`,
      );
      if (rows.length === 0) return;
      await Promise.all(rows.map(deliver));
    }
  }

  const flush = () => {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const looking = Object.keys(providers).length === 0 ? undefined : setInterval(() => void flush().catch(() => {}), LOOK_EVERY_MS);
  looking?.unref();

  return {
    isAvailable,
    development: development && Object.keys(providers).length === 0,
    async queue(client, { channel, to, template, vars, expiresAt, drop = false }) {
      if (!isAvailable(channel) && !drop) return;
      // Filled in now, so that a missing value fails here and not later in the sender.
      fillTemplate(template, { brand: brand(), ...vars });
      const state = drop ? 'dropped' : providers[channel] === undefined ? 'kept' : 'queued';
      const sealed = encryption.seal('message.vars', JSON.stringify({ vars, expiresAt }));
      const address = encryption.seal('message.to', to);
      await client.query(
        `INSERT INTO outgoing_messages (channel, template, to_sealed, vars_sealed, created_at, state, next_at)
         VALUES ($1, $2, $3, $4, caipu_now_ms(), $5, caipu_now_ms())`,
        // What is for nobody is not kept; writing the row takes the time that a real one takes.
        [channel, template, drop ? null : address, drop ? null : sealed, state],
      );
    },
    async unsent() {
      const { rows } = await database.query<Row>(
        `SELECT * FROM outgoing_messages WHERE state = 'kept' AND vars_sealed IS NOT NULL ORDER BY id DESC LIMIT ${SHOWN}`,
      );
      return rows.map((row) => ({
        id: row.id,
        channel: row.channel,
        to: encryption.open('message.to', row.to_sealed),
        template: row.template,
        ...fillTemplate(row.template, { brand: brand(), ...open(row).vars }),
        at: row.created_at,
      }));
    },
    flush,
    async close() {
      closed = true;
      clearInterval(looking);
      await sending?.catch(() => {});
      for (const provider of Object.values(providers)) provider.close?.();
    },
  };
}
