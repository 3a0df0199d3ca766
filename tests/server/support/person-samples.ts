/** Good fields for the calls of a player as a person (protocol/calls/security.ts): each with a code, an address or a password of its own. */
import { randomInt, randomUUID } from 'node:crypto';
import { normalizeName } from '../../../server/accounts/accounts.ts';
import { type CodeAddress, sendCode } from '../../../server/accounts/codes.ts';
import type { Services } from '../../../server/services.ts';
import type { SampleWorld } from './samples.ts';

const PASSWORD = 'a-password';
const freshMobile = () => `13${String(randomInt(1_000_000_000)).padStart(9, '0')}`;

/** A live code, as the player reads it. */
async function codeOf(context: Services, at: CodeAddress, userId: number): Promise<string> {
  await context.database.transaction((client) => sendCode(context, client, { ...at, userId, to: at.address }));
  const [message] = await context.messages.unsent();
  return /验证码 (\d{6})/.exec(message?.text ?? '')?.[1] ?? '';
}

async function unbound({ server, owner }: SampleWorld): Promise<Services> {
  const { context } = server;
  await context.database.query('DELETE FROM contacts WHERE user_id = $1', [owner.userId]);
  return context;
}

/** The owner has this login password from now on. */
async function withPassword({ server, owner }: SampleWorld): Promise<Services> {
  const { context } = server;
  const hashed = await context.accounts.hashOf(PASSWORD, '');
  await context.database.query('UPDATE users SET password_hash = $2 WHERE id = $1', [owner.userId, hashed]);
  return context;
}

export const PERSON_CALL_SAMPLES: Readonly<Record<string, (world: SampleWorld) => Promise<Readonly<Record<string, unknown>>>>> = {
  '/api/account/SendCode': async () => ({ to: freshMobile() }),
  '/api/account/BindMobile': async (world) => {
    const context = await unbound(world);
    const mobile = freshMobile();
    return { mobile, code: await codeOf(context, { purpose: 'bind', channel: 'mobile', address: mobile }, world.owner.userId) };
  },
  '/api/Account/QQMailBind': async (world) => {
    const context = await unbound(world);
    const email = `${randomUUID()}@example.com`;
    return { email, code: await codeOf(context, { purpose: 'bind', channel: 'email', address: email }, world.owner.userId) };
  },
  '/api/account/ChangePwd': async (world) => {
    await withPassword(world);
    return { oldPwd: PASSWORD };
  },
  '/api/account/SetFundPwd': async (world) => {
    const { database } = await withPassword(world);
    await database.query('DELETE FROM fund_passwords WHERE user_id = $1', [world.owner.userId]);
    return { password: PASSWORD };
  },
  '/api/account/ResetPwd': async ({ server: { context } }) => {
    const account = `r${randomUUID().slice(0, 8)}`;
    const player = await context.accounts.register(account, PASSWORD);
    const code = await codeOf(context, { purpose: 'reset', channel: 'mobile', address: normalizeName(account) }, player?.id ?? 0);
    return { account, code };
  },
};
