/** Login, logout, and the second step of the caller's login. */
import { count, flag, instant, list, object, optional, orNull, Type, text } from '../calls/schema.ts';
import { deskCall } from './define.ts';

const code = Type.String({ minLength: 1, maxLength: 64, secret: true, description: 'The code of the phone, or a recovery code.' });

/** The token of the session is in a cookie and not in the answer. */
export const login = deskCall({
  method: 'POST',
  path: '/operator/api/desk/login',
  summary: '登录：名字与密码，开启了两步验证时还有验证码；不填名字时用服务器的密码',
  right: null,
  open: true,
  fields: {
    name: optional(Type.String({ maxLength: 40 })),
    password: Type.String({ minLength: 1, maxLength: 256, secret: true }),
    code: optional(code),
  },
  answer: object({ expiresAt: instant('Unix ms of the real clock.') }),
  changes: 'state',
  refusalModels: { notLoggedIn: orNull(object({ next: Type.Literal('code') }), 'next: the password is right, and a code is needed.') },
  example: { fields: { name: '小王', password: 'kTz4mQn8RvYw2xBc' }, models: { expiresAt: 1_795_328_800_000 } },
});

export const logout = deskCall({
  method: 'POST',
  path: '/operator/api/desk/logout',
  summary: '退出，在这个浏览器的全部页面里',
  right: null,
  beforeStep: true,
  fields: {},
  answer: Type.Null(),
  changes: 'state',
  example: { fields: {}, models: null },
});

export const secondStep = deskCall({
  method: 'GET',
  path: '/operator/api/desk/step',
  summary: '我的两步验证',
  right: null,
  beforeStep: true,
  fields: {},
  answer: object({
    on: flag('The login needs a code.'),
    required: flag('The role or the server requires it.'),
    recoveryCodes: count('Unused recovery codes.'),
  }),
  example: { fields: {}, models: { on: true, required: true, recoveryCodes: 10 } },
});

export const beginStep = deskCall({
  method: 'POST',
  path: '/operator/api/desk/step/begin',
  summary: '开始设置两步验证：手机要记下的密钥',
  right: null,
  beforeStep: true,
  fields: {},
  answer: object({ uri: text('The address for the QR code.'), secret: text('The same as text.') }),
  changes: 'state',
  example: { fields: {}, models: { uri: 'otpauth://totp/x', secret: 'JBSWY3DPEHPK3PXP' } },
});

export const confirmStep = deskCall({
  method: 'POST',
  path: '/operator/api/desk/step/confirm',
  summary: '用第一个验证码开启两步验证，其他登录全部结束；恢复码只显示一次',
  right: null,
  beforeStep: true,
  fields: { code },
  answer: object({ recoveryCodes: list(text()) }),
  changes: 'state',
  example: { fields: { code: '123456' }, models: { recoveryCodes: ['ABCD-EFGH-JKLM-NPQR'] } },
});

export const endStep = deskCall({
  method: 'POST',
  path: '/operator/api/desk/step/end',
  summary: '关闭两步验证',
  right: null,
  beforeStep: true,
  fields: { code },
  answer: Type.Null(),
  changes: 'state',
  example: { fields: { code: '123456' }, models: null },
});
