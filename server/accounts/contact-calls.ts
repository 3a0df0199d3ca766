/** Codes, and binding a phone number or an e-mail address with them. */
import type { AnswerOf } from '../../protocol/calls/define.ts';
import { bindMobile, qqMailBind, sendCode as sendCodeCall } from '../../protocol/calls/security.ts';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import {
  addressKey,
  type Channel,
  handle,
  type HandledCall,
  messageTime,
  ok,
  runIdempotent,
  type Querying,
  refuse,
  refuseField,
  refuseStep,
  TooManyRequests,
} from '../platform/index.ts';
import type { AccountServices } from './services.ts';
import { normalizeName } from './accounts.ts';
import { checkCode, type CaptchaAnswer, type CodePurpose, type SentCode, sendCode, channelUnavailable } from './codes.ts';
import { maskAddress, normalizeAddress, bindContact, contactOf, CHANNEL_NAME } from './contacts.ts';
import { checkFundPassword, countWrongFundPassword, type Refusal } from './fund-password.ts';
import { identityOf } from './identity.ts';

type SentCodeModels = SentCode & { readonly sentTo: string; readonly demo?: boolean };

const FORMS: Readonly<Record<Channel, string>> = { mobile: '请输入 11 位大陆手机号', email: '邮箱格式不正确，例如 name@example.com' };

/** Proof that the present address may be replaced. */
interface Proof {
  readonly oldCode?: string | undefined;
  readonly fundPwd?: string | undefined;
  readonly idLast4?: string | undefined;
}

/** A player's address of one channel, seen from within a transaction. */
interface Holder {
  readonly client: Querying;
  readonly userId: number;
  readonly channel: Channel;
}

/** Marks an answer where codes go to the development outbox. */
const demoMark = ({ messages }: Pick<AccountServices, 'messages'>) => (messages.development ? { demo: true } : {});

export function contactCalls(context: AccountServices): HandledCall[] {
  return [codeCall(context), bindMobileCall(context), bindMailCall(context)];
}

/** Sends a code to the player's address, a new one, or the one bound to an account whose password was forgotten. */
function codeCall(context: AccountServices): HandledCall {
  const { rateLimiter, messages, database } = context;
  return handle(sendCodeCall, async ({ fields: { channel, purpose, to = '', ...captcha }, player, request }) => {
    if (!messages.isAvailable(channel)) return channelUnavailable(channel);
    if (purpose !== 'reset' && player === undefined) return refuse(STATUS.notLoggedIn, '请先登录');
    const wait = await rateLimiter.code(addressKey(request.ip));
    if (wait > 0) throw new TooManyRequests(wait, '当前网络获取验证码过于频繁');
    if (purpose === 'reset') {
      if (to === '') return refuseField('to', '请输入用户名');
      const answer = await sendForReset(context, channel, to, captcha);
      void messages.flush().catch(() => {});
      return answer;
    }
    const userId = player?.id as number;
    const answer = await database.transaction(async (client): Promise<Envelope<SentCodeModels | null>> => {
      const holder: Holder = { client, userId, channel };
      if (purpose === 'bind') return sendToNew(context, holder, 'to', to, captcha);
      const present = await contactOf(context, client, userId, channel);
      if (present !== undefined) return sendTo(context, holder, purpose, present, captcha);
      if (channel === 'mobile') return refuseStep({ step: 'mobile', to: '/BindCellphone' }, '请先绑定手机');
      return refuseField('channel', '请先绑定邮箱');
    });
    void messages.flush().catch(() => {});
    return answer;
  });
}

function bindMobileCall(context: AccountServices): HandledCall {
  return handle(bindMobile, ({ fields: { mobile, code, ...proof }, idempotentRequest }) =>
    runIdempotent(context, idempotentRequest, async (client, userId) => {
      const binding = await bind(context, { client, userId, channel: 'mobile' }, mobile, code, proof);
      return binding.models === null || binding.status !== STATUS.ok
        ? (binding as Refusal)
        : ok({ mobileMask: binding.models }, binding.msg);
    }),
  );
}

/** Two steps: send a code to the new address, then bind it. */
function bindMailCall(context: AccountServices): HandledCall {
  const { rateLimiter, messages } = context;
  return handle(
    qqMailBind,
    async ({ fields: { email, step, code = '', puzzle: captcha, puzzleAnswer, ...proof }, idempotentRequest, request }) => {
      if (step === 'send') {
        if (!messages.isAvailable('email')) return runIdempotent(context, idempotentRequest, async () => channelUnavailable('email'));
        const wait = await rateLimiter.code(addressKey(request.ip));
        if (wait > 0) throw new TooManyRequests(wait, '当前网络获取验证码过于频繁');
      }
      const answer = await runIdempotent<AnswerOf<typeof qqMailBind> | null>(context, idempotentRequest, async (client, userId) => {
        const holder: Holder = { client, userId, channel: 'email' };
        if (step === 'send') return sendToNew(context, holder, 'email', email, { puzzle: captcha, puzzleAnswer });
        const binding = await bind(context, holder, email, code, proof);
        return binding.models === null || binding.status !== STATUS.ok
          ? (binding as Refusal)
          : ok({ emailMask: binding.models }, binding.msg);
      });
      void messages.flush().catch(() => {});
      return answer;
    },
  );
}

/** Sends a code to one address. */
async function sendTo(
  context: AccountServices,
  { client, userId, channel }: Holder,
  purpose: CodePurpose,
  address: string,
  captcha: CaptchaAnswer,
): Promise<Envelope<SentCodeModels | null>> {
  const delivery = await sendCode(context, client, { purpose, channel, address, userId, to: address, puzzle: captcha });
  if (delivery.models === null || delivery.status !== STATUS.ok) return delivery as Refusal;
  return ok({ ...delivery.models, sentTo: maskAddress(channel, address), ...demoMark(context) }, '验证码已发送');
}

/** Sends a code to a new address, which must not be the present one. `field` is the one that `text` was typed in. */
async function sendToNew(
  context: AccountServices,
  holder: Holder,
  field: string,
  text: string,
  captcha: CaptchaAnswer,
): Promise<Envelope<SentCodeModels | null>> {
  const { client, userId, channel } = holder;
  const address = normalizeAddress(channel, text);
  if (address === undefined) return refuseField(field, FORMS[channel]);
  if ((await contactOf(context, client, userId, channel)) === address) return refuseField(field, `与当前绑定的${CHANNEL_NAME[channel]}`);
  return sendTo(context, holder, 'bind', address, captcha);
}

/** Sends a code to the address that is bound to an account by its name. Known or not, the answer and the work are the same. */
async function sendForReset(
  context: AccountServices,
  channel: Channel,
  name: string,
  captcha: CaptchaAnswer,
): Promise<Envelope<SentCodeModels | null>> {
  const { database } = context;
  const key = normalizeName(name);
  const delivery = await database.transaction(async (client) => {
    const { rows } = await client.query<{ id: number }>('SELECT id FROM users WHERE name_key = $1', [key]);
    const to = await contactOf(context, client, rows[0]?.id ?? 0, channel);
    const userId = to === undefined ? null : (rows[0]?.id ?? null);
    return sendCode(context, client, { purpose: 'reset', channel, address: key, userId, to: to ?? `nobody ${key}`, puzzle: captcha });
  });
  if (delivery.models === null || delivery.status !== STATUS.ok) return delivery as Refusal;
  const way = channel === 'mobile' ? '手机' : '邮箱';
  return ok({ ...delivery.models, sentTo: `账号绑定的${way}`, ...demoMark(context) }, `如该账号已绑定${way}，验证码已发送`);
}

/** undefined: there is no address yet, or the request proves that it may be removed. */
async function refuseWithoutProof(
  context: AccountServices,
  { client, userId, channel }: Holder,
  present: string | undefined,
  proof: Proof,
): Promise<Refusal | undefined> {
  if (present === undefined) return undefined;
  if (proof.oldCode !== undefined)
    return checkCode(context, client, { purpose: 'change', channel, address: present }, userId, proof.oldCode);
  if (proof.fundPwd === undefined) return refuseField('oldCode', `请输入原${CHANNEL_NAME[channel]}收到的验证码`);
  const refusal = await checkFundPassword(context, client, userId, proof.fundPwd);
  if (refusal !== undefined) return refusal;
  const identity = await identityOf(context, client, userId);
  if (identity === undefined) return refuseStep({ step: 'realName', to: '/realInfo' }, '请先实名认证');
  if (identity.number.slice(-4) === proof.idLast4?.toUpperCase()) return undefined;
  // Four digits are few: they are guessed no more often than the fund password.
  return countWrongFundPassword(userId, refuseField('idLast4', '身份证号后四位不正确'));
}

/** Binds an address in place of the present one; answers the mask of it. */
async function bind(context: AccountServices, holder: Holder, text: string, code: string, proof: Proof): Promise<Envelope<string | null>> {
  const { messages } = context;
  const { client, userId, channel } = holder;
  const address = normalizeAddress(channel, text);
  if (address === undefined) return refuseField(channel, FORMS[channel]);
  const present = await contactOf(context, client, userId, channel);
  if (present === address) return refuseField(channel, `与当前绑定的${CHANNEL_NAME[channel]}`);
  const refusal =
    (await refuseWithoutProof(context, holder, present, proof)) ??
    (await checkCode(context, client, { purpose: 'bind', channel, address }, userId, code));
  if (refusal !== undefined) return refusal;
  if (!(await bindContact(context, client, userId, channel, address)))
    return refuse(STATUS.stateChanged, `该${CHANNEL_NAME[channel]}已绑定其他账号，请更换`);
  if (present !== undefined)
    await messages.queue(client, {
      channel,
      to: present,
      template: 'contactChanged',
      vars: { what: CHANNEL_NAME[channel], time: messageTime(context.clock.now()) },
    });
  return ok(maskAddress(channel, address), `${CHANNEL_NAME[channel]}已绑定`);
}
