/** /api/SystemConfig: the server's state, activities and customer service. These calls answer under maintenance too. */
import { call } from './define.ts';
import { count, flag, instant, list, object, optional, orNull, Type, text } from './schema.ts';

export const getIp = call({
  method: 'GET',
  path: '/api/SystemConfig/GetIP',
  summary: '客户端地址',
  session: 'none',
  timeout: 'short',
  fields: {},
  answer: object({ IP: text('Address that the request came from.') }),
  example: { fields: {}, models: { IP: '127.0.0.1' } },
});

export const getServerTime = call({
  method: 'GET',
  path: '/api/SystemConfig/GetServerTime',
  summary: '服务器时间',
  session: 'none',
  fields: {},
  answer: object({
    now: instant('The server’s clock, unix ms.'),
    speed: Type.Integer({ minimum: 1, description: 'The speed of the clock relative to the real clock; 1 unless it is simulated.' }),
  }),
  example: { fields: {}, models: { now: 1_795_300_000_000, speed: 1 } },
});

export const checkSystemStatus = call({
  method: 'GET',
  path: '/api/SystemConfig/CheckSystemStatus',
  summary: '系统状态',
  session: 'none',
  fields: {},
  answer: object({
    maintenance: flag('The server answers only calls of this namespace.'),
    message: text('The message for players during maintenance; otherwise empty.'),
    version: count('Smallest app version that counts as confirmed.'),
  }),
  example: { fields: {}, models: { maintenance: false, message: '', version: 202_007_000 } },
});

export const queryActivitySetting = call({
  method: 'GET',
  path: '/api/SystemConfig/QueryActivity_Setting',
  summary: '活动',
  session: 'none',
  fields: {},
  answer: object({
    items: list(object({ id: text(), title: text(), note: text(), url: text('Page of the activity.') })),
    next: Type.Null({ description: 'All of them are on this page.' }),
  }),
  example: {
    fields: {},
    models: {
      items: [{ id: 'verify-week', title: '开奖验证周', note: '每一期都能自己验证', url: 'http://127.0.0.1:8081/activity/' }],
      next: null,
    },
  },
});

export const getKfUrl = call({
  method: 'GET',
  path: '/api/SystemConfig/GetKFUrl',
  summary: '客服地址；没有时 models 为空',
  session: 'none',
  timeout: 'short',
  fields: {
    page: optional(Type.String({ maxLength: 2_000, description: 'Page that the player comes from.' })),
    ClientInfo: optional(Type.String({ maxLength: 4_000, description: "The client's description of itself." })),
  },
  answer: orNull(Type.String(), 'Address of customer service.'),
  example: { fields: { page: '/orderDetails' }, models: 'http://127.0.0.1:8081/kefu/' },
});

export const getFingerprintParam = call({
  method: 'GET',
  path: '/api/SystemConfig/GetFingerprintParam',
  summary: '代理编号（原生外壳）：models 是 JSON 文本',
  session: 'none',
  fields: { fingerprint: optional(Type.String({ maxLength: 128, description: 'Fingerprint of the device.' })) },
  answer: Type.String({ contentMediaType: 'application/json', description: 'JSON of {agentId}.' }),
  example: { fields: { fingerprint: '0f3a' }, models: '{"agentId":""}' },
});
