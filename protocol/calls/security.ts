/**
 * Identity of a player and its proofs: codes, contacts, real name, passwords. Codes, passwords and numbers are never logged, stored in
 * clear or traced.
 */
import { call } from './define.ts';
import { count, flag, instant, object, oneOf, optional, orNull, Type, text } from './schema.ts';

const channel = oneOf(['mobile', 'email'], 'By text message or by e-mail.');
const code = Type.String({ maxLength: 12, secret: true, description: 'The code of six digits that was sent.' });
const fundPwd = Type.String({ maxLength: 64, secret: true, format: 'password', description: 'Fund password (资金密码): six digits.' });
const password = Type.String({ maxLength: 256, secret: true, format: 'password', description: '6–64 characters.' });
const mobile = Type.String({ maxLength: 24, secret: true, description: 'A mobile number of the mainland: 1[3-9] and nine digits.' });
const email = Type.String({ maxLength: 120, secret: true, description: 'An e-mail address.' });

const sent = {
  sentTo: text(
    'The address to which it was sent, masked. For a reset only the way, so the answer is the same if there is no such account.',
  ),
  resendAt: instant('When the next code can be requested.'),
  expiresAt: instant('When it expires.'),
  demo: optional(flag('The message was not sent. The development outbox (/dev/outbox) shows it.')),
};

const sentExample = { sentTo: '138****8000', resendAt: 1_795_300_060_000, expiresAt: 1_795_300_300_000 };

/** Asked for (needsStep, step puzzle) when an address was sent several codes in a day. */
const puzzle = {
  puzzle: optional(Type.String({ maxLength: 120, description: 'Id of the picture that was shown.' })),
  puzzleAnswer: optional(Type.String({ pattern: '^[0-9]{4}$', description: 'The four digits in it.' })),
};

export const sendCode = call({
  method: 'POST',
  path: '/api/account/SendCode',
  summary: '发送验证码',
  changes: 'state',
  session: 'optional',
  signed: true,
  limit: 'code',
  fields: {
    channel,
    purpose: oneOf(
      ['bind', 'change', 'reset', 'fundPwd', 'withdraw'],
      'bind: to a new address. change, fundPwd, withdraw: to the bound address. reset: to the bound address of an account, without a session.',
    ),
    to: optional(Type.String({ maxLength: 120, secret: true, description: 'bind: the address. reset: the user name.' })),
    ...puzzle,
  },
  answer: object(sent),
  refuses: ['notLoggedIn', 'disabled', 'needsStep'],
  example: { fields: { channel: 'mobile', purpose: 'bind', to: '13800138000' }, models: sentExample },
});

/** What proves that the present address may be replaced: its own code, or fund password and the end of the identity number. */
const proof = {
  oldCode: optional(code),
  fundPwd: optional(fundPwd),
  idLast4: optional(Type.String({ maxLength: 4, secret: true, description: 'Last four characters of the identity number.' })),
};

export const bindMobile = call({
  method: 'POST',
  path: '/api/account/BindMobile',
  summary: '绑定或更换手机',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: { mobile, code, ...proof },
  answer: object({ mobileMask: text('138****8000.') }),
  refuses: ['needsStep', 'wrongCode', 'stateChanged'],
  example: { fields: { mobile: '13800138000', code: '123456' }, models: { mobileMask: '138****8000' } },
});

export const qqMailBind = call({
  method: 'POST',
  path: '/api/Account/QQMailBind',
  summary: '绑定或更换邮箱：先发验证码，再验证',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: {
    email,
    step: oneOf(['send', 'verify'], 'send: sends a code to the address. verify: binds it.'),
    code: optional(code),
    ...puzzle,
    ...proof,
  },
  answer: object({
    sentTo: optional(sent.sentTo),
    resendAt: optional(sent.resendAt),
    expiresAt: optional(sent.expiresAt),
    demo: sent.demo,
    emailMask: optional(text('a***@x.com; after verify.')),
  }),
  refuses: ['disabled', 'needsStep', 'wrongCode', 'stateChanged'],
  example: { fields: { email: 'a@example.com', step: 'verify', code: '123456' }, models: { emailMask: 'a***@example.com' } },
});

const identity = {
  nameMask: text('张**.'),
  idMask: text('1****************4.'),
  state: oneOf(['done'], 'The identity is confirmed and never changes afterwards.'),
};

export const realNameAuthor = call({
  method: 'POST',
  path: '/api/RealNameAuthor',
  summary: '实名认证（演示：格式正确的证件号都接受）',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: {
    realName: Type.String({ maxLength: 40, secret: true, description: '2–20 Chinese characters, · allowed.' }),
    idNo: Type.String({ maxLength: 20, secret: true, description: 'Resident identity number, 18 characters (GB 11643).' }),
  },
  answer: object(identity),
  refuses: ['stateChanged'],
  refusalModels: {
    stateChanged: orNull(object(identity), 'The confirmed identity of the player; null: the number belongs to another player.'),
  },
  example: {
    fields: { realName: '张三丰', idNo: '110000199005174015' },
    models: { nameMask: '张**', idMask: '1****************5', state: 'done' },
  },
});

export const demoIdentity = call({
  method: 'GET',
  path: '/api/account/DemoIdentity',
  summary: '演示证件：不属于任何人的姓名与号码',
  session: 'player',
  fields: {},
  answer: object({ realName: text('A made-up name.'), idNo: text('A valid number in a range that no real person has.') }),
  example: { fields: {}, models: { realName: '张安禾', idNo: '110000199005174015' } },
});

export const changePwd = call({
  method: 'POST',
  path: '/api/account/ChangePwd',
  summary: '修改登录密码，其他登录下线',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: { oldPwd: password, newPwd: password },
  answer: object({ ended: Type.Integer({ minimum: 0, description: 'Other sessions that ended.' }) }),
  example: { fields: { oldPwd: 'a-password', newPwd: 'another-password' }, models: { ended: 1 } },
});

export const resetPwd = call({
  method: 'POST',
  path: '/api/account/ResetPwd',
  summary: '用验证码重设登录密码，所有登录下线',
  changes: 'state',
  session: 'none',
  signed: true,
  limit: 'code',
  fields: {
    account: Type.String({ maxLength: 80, description: 'User name.' }),
    channel,
    code,
    newPwd: password,
  },
  answer: Type.Null(),
  refuses: ['wrongCode'],
  example: { fields: { account: '彩民张三', channel: 'mobile', code: '123456', newPwd: 'another-password' }, models: null },
});

export const setFundPwd = call({
  method: 'POST',
  path: '/api/account/SetFundPwd',
  summary: '设置、修改或重设资金密码',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: {
    fundPwd,
    oldFundPwd: optional(fundPwd),
    password: optional(password),
    channel: optional(channel),
    code: optional(code),
  },
  answer: object({
    changed: flag('It replaced an earlier password.'),
    restsUntil: orNull(instant(), 'The end of the hold on withdrawals; null: it is the first password, or an operator waived the hold.'),
  }),
  refuses: ['wrongCode', 'needsStep'],
  example: { fields: { fundPwd: '830517', password: 'a-password' }, models: { changed: false, restsUntil: null } },
});

export const security = call({
  method: 'GET',
  path: '/api/UserCenter/Security',
  summary: '安全设置一览',
  session: 'player',
  fields: {},
  answer: object({
    mobileMask: orNull(text(), 'Bound phone number, masked; null: none.'),
    emailMask: orNull(text(), 'Bound e-mail address, masked; null: none.'),
    nameMask: orNull(text(), 'Real name, masked; null: not confirmed.'),
    idMask: orNull(text(), 'Identity number, masked; null: not confirmed.'),
    fundPwd: flag('A fund password is set.'),
    fundPwdLockedUntil: orNull(instant(), 'The end of the lock of the fund password; null: not locked.'),
    passwordChangedAt: orNull(instant(), 'When the login password was last changed; null: never.'),
    restHours: count('Hours without withdrawals after the fund password was changed or the login password was reset; 0: none.'),
    sessions: Type.Integer({ minimum: 0, description: 'Open sessions.' }),
    demo: flag('Messages are shown in the development outbox (/dev/outbox) and not sent.'),
  }),
  example: {
    fields: {},
    models: {
      mobileMask: '138****8000',
      emailMask: null,
      nameMask: '张**',
      idMask: '1****************4',
      fundPwd: true,
      fundPwdLockedUntil: null,
      passwordChangedAt: null,
      restHours: 24,
      sessions: 2,
      demo: true,
    },
  },
});
