/** Codes, and binding a phone number or an e-mail address with them. */
import type { AnswerOf } from '../../protocol/calls/define.ts';
import { bindMobile, qqMailBind, sendCode as sendCodeCall } from '../../protocol/calls/security.ts';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import { addressKey } from '../admission/address.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import { messageTime } from '../messages/templates.ts';
import { type HandledCall, handle, ok, refuse, refuseField, refuseStep, TooMany } from '../web/call.ts';
import { onceForKey } from '../web/keyed.ts';
import { nameKey } from './accounts.ts';
import { checkCode, type PuzzleAnswer, type Purpose, type SentCode, sendCode, unsent } from './codes.ts';
import { addressMask, addressOf, bindContact, type Channel, contactOf, WORD } from './contacts.ts';
import { checkFundPassword, countWrongFundPassword, type Refusal } from './fund-password.ts';
import { identityOf } from './identity.ts';

type Sent = SentCode & { readonly sentTo: string; readonly demo?: boolean };

const FORMS: Readonly<Record<Channel, string>> = { mobile: '请输入 11 位大陆手机号', email: '邮箱格式不正确，例如 name@example.com' };

/** Proof that the present address may be replaced. */
interface Proof {
  readonly oldCode?: string | undefined;
  readonly fundPwd?: string | undefined;
  readonly idLast4?: string | undefined;
}

export function contactCalls(context: Context): HandledCall[] {
  const { admission, messages, database } = context;
  const demo = messages.development ? { demo: true } : {};

  async function sendTo(
    client: Querying,
    purpose: Purpose,
    channel: Channel,
    address: string,
    userId: number,
    puzzle: PuzzleAnswer,
  ): Promise<Envelope<Sent | null>> {
    const sent = await sendCode(context, client, { purpose, channel, address, userId, to: address, puzzle });
    if (sent.models === null || sent.status !== STATUS.ok) return sent as Refusal;
    return ok({ ...sent.models, sentTo: addressMask(channel, address), ...demo }, '验证码已发送');
  }

  /** To a new address, which must not be the present one. */
  async function sendToNew(
    client: Querying,
    userId: number,
    channel: Channel,
    field: string,
    text: string,
    puzzle: PuzzleAnswer,
  ): Promise<Envelope<Sent | null>> {
    const address = addressOf(channel, text);
    if (address === undefined) return refuseField(field, FORMS[channel]);
    if ((await contactOf(context, client, userId, channel)) === address) return refuseField(field, `这就是现在绑定的${WORD[channel]}`);
    return sendTo(client, 'bind', channel, address, userId, puzzle);
  }

  /** To what is bound to an account that somebody names. Known or not, the answer and the work are the same. */
  async function sendForReset(channel: Channel, name: string, puzzle: PuzzleAnswer): Promise<Envelope<Sent | null>> {
    const key = nameKey(name);
    const sent = await database.transaction(async (client) => {
      const { rows } = await client.query<{ id: number }>('SELECT id FROM users WHERE name_key = $1', [key]);
      const to = await contactOf(context, client, rows[0]?.id ?? 0, channel);
      const userId = to === undefined ? null : (rows[0]?.id ?? null);
      return sendCode(context, client, { purpose: 'reset', channel, address: key, userId, to: to ?? `nobody ${key}`, puzzle });
    });
    if (sent.models === null || sent.status !== STATUS.ok) return sent as Refusal;
    const way = channel === 'mobile' ? '手机' : '邮箱';
    return ok({ ...sent.models, sentTo: `账号绑定的${way}`, ...demo }, `如果这个账号绑定了${way}，验证码已发出`);
  }

  /** undefined: there is no address yet, or what was sent proves that it may go. */
  async function notProved(
    client: Querying,
    userId: number,
    channel: Channel,
    present: string | undefined,
    proof: Proof,
  ): Promise<Refusal | undefined> {
    if (present === undefined) return undefined;
    if (proof.oldCode !== undefined)
      return checkCode(context, client, { purpose: 'change', channel, address: present }, userId, proof.oldCode);
    if (proof.fundPwd === undefined) return refuseField('oldCode', `请输入原${WORD[channel]}收到的验证码`);
    const refusal = await checkFundPassword(context, client, userId, proof.fundPwd);
    if (refusal !== undefined) return refusal;
    const identity = await identityOf(context, client, userId);
    if (identity === undefined) return refuseStep({ step: 'realName', to: '/realInfo' }, '请先实名认证');
    if (identity.number.slice(-4) === proof.idLast4?.toUpperCase()) return undefined;
    // Four digits are few: they are guessed no more often than the fund password.
    return countWrongFundPassword(userId, refuseField('idLast4', '证件号后四位不正确'));
  }

  async function bind(
    client: Querying,
    userId: number,
    channel: Channel,
    text: string,
    code: string,
    proof: Proof,
  ): Promise<Envelope<string | null>> {
    const address = addressOf(channel, text);
    if (address === undefined) return refuseField(channel, FORMS[channel]);
    const present = await contactOf(context, client, userId, channel);
    if (present === address) return refuseField(channel, `这就是现在绑定的${WORD[channel]}`);
    const refusal =
      (await notProved(client, userId, channel, present, proof)) ??
      (await checkCode(context, client, { purpose: 'bind', channel, address }, userId, code));
    if (refusal !== undefined) return refusal;
    if (!(await bindContact(context, client, userId, channel, address)))
      return refuse(STATUS.stateChanged, `这个${WORD[channel]}已绑定其他账号，请换一个`);
    if (present !== undefined)
      await messages.queue(client, {
        channel,
        to: present,
        template: 'contactChanged',
        vars: { what: WORD[channel], time: messageTime(context.clock.now()) },
      });
    return ok(addressMask(channel, address), `${WORD[channel]}已绑定`);
  }

  return [
    handle(sendCodeCall, async ({ fields: { channel, purpose, to = '', ...puzzle }, player, request }) => {
      if (!messages.works(channel)) return unsent(channel);
      if (purpose !== 'reset' && player === undefined) return refuse(STATUS.notLoggedIn, '请先登录');
      const wait = await admission.code(addressKey(request.ip));
      if (wait > 0) throw new TooMany(wait, '这个网络发送的验证码过多');
      if (purpose === 'reset') {
        if (to === '') return refuseField('to', '请输入用户名');
        const answer = await sendForReset(channel, to, puzzle);
        void messages.flush().catch(() => {});
        return answer;
      }
      const userId = player?.id as number;
      const answer = await database.transaction(async (client): Promise<Envelope<Sent | null>> => {
        if (purpose === 'bind') return sendToNew(client, userId, channel, 'to', to, puzzle);
        const present = await contactOf(context, client, userId, channel);
        if (present !== undefined) return sendTo(client, purpose, channel, present, userId, puzzle);
        if (channel === 'mobile') return refuseStep({ step: 'mobile', to: '/BindCellphone' }, '请先绑定手机');
        return refuseField('channel', '还没有绑定邮箱');
      });
      void messages.flush().catch(() => {});
      return answer;
    }),
    handle(bindMobile, ({ fields: { mobile, code, ...proof }, keyed }) =>
      onceForKey(context, keyed, async (client, userId) => {
        const done = await bind(client, userId, 'mobile', mobile, code, proof);
        return done.models === null || done.status !== STATUS.ok ? (done as Refusal) : ok({ mobileMask: done.models }, done.msg);
      }),
    ),
    handle(qqMailBind, async ({ fields: { email, step, code = '', puzzle, puzzleAnswer, ...proof }, keyed, request }) => {
      if (step === 'send') {
        if (!messages.works('email')) return onceForKey(context, keyed, async () => unsent('email'));
        const wait = await admission.code(addressKey(request.ip));
        if (wait > 0) throw new TooMany(wait, '这个网络发送的验证码过多');
      }
      const answer = await onceForKey<AnswerOf<typeof qqMailBind> | null>(context, keyed, async (client, userId) => {
        if (step === 'send') return sendToNew(client, userId, 'email', 'email', email, { puzzle, puzzleAnswer });
        const done = await bind(client, userId, 'email', email, code, proof);
        return done.models === null || done.status !== STATUS.ok ? (done as Refusal) : ok({ emailMask: done.models }, done.msg);
      });
      void messages.flush().catch(() => {});
      return answer;
    }),
  ];
}
