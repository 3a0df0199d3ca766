/** Which installation a request comes from, and the notice of a login on a new one. */
import type { FastifyRequest } from 'fastify';
import type { AccountServices } from './services.ts';
import { messageTime, parametersOf, tokenHash } from '../platform/index.ts';
import { findNoticeAddress } from './contacts.ts';
import { deviceName } from './sessions.ts';

/** The random id of the installation, as the phone sends it with every request; '' for none. */
export const deviceId = (request: FastifyRequest): string => parametersOf(request).query.get('RDUID') ?? '';

/** Tells the player of a login that was opened on an installation which was not his before, where he has an address. */
export async function notifyNewDevice(context: AccountServices, userId: number, token: string, request: FastifyRequest): Promise<void> {
  const { database, messages } = context;
  const fresh = await database.query('SELECT 1 FROM sessions WHERE token_hash = $1 AND new_device', [tokenHash(token)]);
  if (fresh.rows.length === 0) return;
  const recipient = await findNoticeAddress(context, database, userId);
  if (recipient === undefined) return;
  const vars = {
    time: messageTime(context.clock.now()),
    device: deviceName(request.headers['user-agent'] ?? ''),
    address: request.ip,
  };
  await messages.queue(database, { ...recipient, template: 'newDevice', vars });
  void messages.flush().catch(() => {});
}
