/** Calls on operators, and on an operator's own logins. */
import { count, flag, instant, list, object, oneOf, optional, orNull, Type, text } from '../calls/schema.ts';
import { deskCall } from './define.ts';
import { ROLES } from './rights.ts';

const operatorId = Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: "Id of the operator's row." });
const role = oneOf(ROLES);
const row = {
  id: operatorId,
  name: text(),
  role: text('Code of the role.'),
  roleName: text(),
  twoStep: flag('The operator has set up two-step login.'),
  disabled: flag(),
  createdBy: text(),
  createdAt: instant(),
  seenAt: orNull(instant()),
};
const rowExample = {
  id: 1,
  name: '小王',
  role: 'cashier',
  roleName: '出纳',
  twoStep: true,
  disabled: false,
  createdBy: 'admin',
  createdAt: 1_795_200_000_000,
  seenAt: 1_795_300_000_000,
} as const;

/** The first call of the desk page. It needs no right, and only its answer has the menu and the screens that the operator may use. */
export const deskStart = deskCall({
  method: 'GET',
  path: '/operator/api/desk/start',
  summary: '我是谁、能看什么：菜单、路径与界面',
  right: null,
  beforeStep: true,
  fields: {},
  answer: object({
    name: text(),
    role: text(),
    roleName: text(),
    own: flag('The operator has a row in the database. False: the login is that of the environment (CAIPU_OPERATOR_PASSWORD).'),
    rights: list(text()),
    setUpStep: flag('Two-step login must be set up first. Until then all other properties are empty.'),
    menu: Type.Unsafe<unknown>({ description: 'A menu description with the entries that the rights allow.' }),
    routes: Type.Unsafe<unknown>({ description: 'A routes description with the routes of the screens.' }),
    screens: Type.Unsafe<unknown>({ description: 'Screen descriptions by code.' }),
  }),
  example: {
    fields: {},
    models: {
      name: '小王',
      role: 'cashier',
      roleName: '出纳',
      own: true,
      rights: ['players'],
      setUpStep: false,
      menu: null,
      routes: null,
      screens: {},
    },
  },
});

export const deskOperators = deskCall({
  method: 'GET',
  path: '/operator/api/desk/operators',
  summary: '管理员名单与角色',
  right: 'operators',
  fields: {},
  answer: object({
    items: list(object(row)),
    roles: list(object({ code: text(), name: text(), note: text(), rights: text('The rights of the role, in words.') })),
  }),
  example: {
    fields: {},
    models: { items: [rowExample], roles: [{ code: 'viewer', name: '查看员', note: '只看', rights: '查看玩家' }] },
  },
});

export const deskOperator = deskCall({
  method: 'GET',
  path: '/operator/api/desk/operator',
  summary: '一位管理员',
  right: 'operators',
  fields: { id: operatorId },
  answer: object({ ...row, self: flag('The operator is the caller.') }),
  refuses: ['notFound'],
  example: { fields: { id: 1 }, models: { ...rowExample, self: false } },
});

const made = object({ id: operatorId, name: text(), password: text('The password for the operator. It is shown only once.') });
export const createOperator = deskCall({
  method: 'POST',
  path: '/operator/api/desk/operator/create',
  summary: '新建管理员；答复里的密码只显示一次',
  right: 'operators',
  fields: { name: Type.String({ minLength: 2, maxLength: 20 }), role },
  answer: made,
  changes: 'state',
  refuses: ['stateChanged'],
  example: { fields: { name: '小王', role: 'cashier' }, models: { id: 1, name: '小王', password: 'kTz4mQn8RvYw2xBc' } },
});

const onOne = (name: string, summary: string) =>
  deskCall({
    method: 'POST',
    path: `/operator/api/desk/operator/${name}`,
    summary,
    right: 'operators',
    fields: { id: operatorId },
    answer: object({ id: operatorId }),
    changes: 'state',
    refuses: ['notFound', 'stateChanged'],
    example: { fields: { id: 1 }, models: { id: 1 } },
  });
export const resetOperatorStep = onOne('step', '清除一位管理员的两步验证，他将在所有设备下线');
export const disableOperator = onOne('disable', '停用一位管理员，他将在所有设备下线');
export const enableOperator = onOne('enable', '恢复一位管理员');
export const resetOperatorPassword = deskCall({
  method: 'POST',
  path: '/operator/api/desk/operator/password',
  summary: '换一个新密码，他将在所有设备下线；密码只显示一次',
  right: 'operators',
  fields: { id: operatorId },
  answer: made,
  changes: 'state',
  refuses: ['notFound', 'stateChanged'],
  example: { fields: { id: 1 }, models: { id: 1, name: '小王', password: 'kTz4mQn8RvYw2xBc' } },
});
export const setOperatorRole = deskCall({
  method: 'POST',
  path: '/operator/api/desk/operator/role',
  summary: '更改角色，他将在所有设备下线',
  right: 'operators',
  fields: { id: operatorId, role },
  answer: object({ id: operatorId }),
  changes: 'state',
  refuses: ['notFound', 'stateChanged'],
  example: { fields: { id: 1, role: 'viewer' }, models: { id: 1 } },
});

export const ownSessions = deskCall({
  method: 'GET',
  path: '/operator/api/desk/sessions',
  summary: '我的登录',
  right: null,
  fields: {},
  answer: object({
    name: text(),
    roleName: text(),
    own: flag('The operator has a row in the database, so the password can be changed here.'),
    twoStep: flag('Two-step login is on.'),
    recoveryCodes: count('Unused recovery codes.'),
    items: list(
      object({
        id: Type.String({ format: 'uuid' }),
        device: text(),
        address: text(),
        openedAt: instant(),
        seenAt: instant(),
        expiresAt: instant(),
        current: flag(),
      }),
    ),
  }),
  example: {
    fields: {},
    models: {
      name: '小王',
      roleName: '出纳',
      own: true,
      twoStep: true,
      recoveryCodes: 10,
      items: [
        {
          id: '019a2b3c-0000-4000-8000-000000000001',
          device: 'Mac',
          address: '203.0.113.5',
          openedAt: 1_795_300_000_000,
          seenAt: 1_795_300_060_000,
          expiresAt: 1_795_328_800_000,
          current: true,
        },
      ],
    },
  },
});

export const endOwnSession = deskCall({
  method: 'POST',
  path: '/operator/api/desk/session/end',
  summary: '结束我的一个登录，或除本设备外的全部',
  right: null,
  fields: { session: optional(Type.String({ format: 'uuid', description: 'Left out: all sessions except this one.' })) },
  answer: object({ sessions: count('Sessions that ended.') }),
  changes: 'state',
  refuses: ['notFound'],
  example: { fields: {}, models: { sessions: 1 } },
});

export const ownPassword = deskCall({
  method: 'POST',
  path: '/operator/api/desk/password',
  summary: '更改我的密码，其他登录全部结束',
  right: null,
  fields: {
    password: Type.String({ minLength: 1, maxLength: 256, secret: true }),
    next: Type.String({ minLength: 1, maxLength: 128, secret: true }),
  },
  answer: object({ sessions: count('Sessions that ended.') }),
  changes: 'state',
  refuses: ['disabled', 'wrongCode'],
  example: { fields: { password: 'kTz4mQn8RvYw2xBc', next: 'a long sentence of mine' }, models: { sessions: 1 } },
});
