/** The response envelope and its status codes, shared by phone and server. Status 0 is success. */
export interface Envelope<T> {
  readonly status: number;
  readonly models: T;
  readonly msg: string;
}

/** Business status of an answer. The HTTP status follows from it, so that caches and proxies understand too. */
export const STATUS = {
  ok: 0,
  /** A parameter is missing or wrong; msg says which. */
  invalid: 1,
  /** No session, or one that the server no longer honours: the phone logs out. */
  notLoggedIn: 2,
  /** Signature missing or wrong, stale time or a nonce seen before. */
  badSignature: 3,
  /** The issue (期) is closed for sale. */
  issueClosed: 4,
  /** The wallet does not cover the amount. */
  insufficientFunds: 5,
  /** A cap of the description is exceeded. */
  overCap: 6,
  /** An idempotency key was used before with another body. */
  keyConflict: 7,
  notFound: 8,
  /** The game or the function is switched off; msg says why. */
  disabled: 9,
  tooMany: 10,
  maintenance: 11,
  /** The game's description changed since the phone priced the ticket; reload and confirm again. */
  descriptionChanged: 12,
  /** Sold out: shares of a group order, places, stock. */
  soldOut: 13,
  /** The player has to do something else first; models say what and where (NeedsStepModels). */
  needsStep: 14,
  /** A verification code or fund password is wrong; models say how many tries are left (WrongCodeModels). */
  wrongCode: 15,
  /** A limit of the player's own or of the day is reached. */
  limitReached: 16,
  /** The thing moved on (closed, cancelled, already claimed); models carry its present state. */
  stateChanged: 17,
  /** The database does not answer now. Whether anything was done is not known: an idempotent request is in doubt. */
  unavailable: 18,
  /** An operator's role does not allow it. */
  forbidden: 19,
  internal: 99,
} as const;

export type StatusName = keyof typeof STATUS;
export type StatusCode = (typeof STATUS)[StatusName];

export const HTTP_OF_STATUS: Readonly<Record<number, number>> = {
  0: 200,
  1: 400,
  2: 401,
  3: 403,
  4: 409,
  5: 409,
  6: 400,
  7: 409,
  8: 404,
  9: 409,
  10: 429,
  11: 503,
  12: 409,
  13: 409,
  14: 403,
  15: 400,
  16: 409,
  17: 409,
  18: 503,
  19: 403,
  99: 500,
} satisfies Record<StatusCode, number>;

/** The message of a call that has no more exact one. */
export const TEXT_OF_STATUS: Readonly<Record<StatusCode, string>> = {
  0: '',
  1: '请求参数不正确',
  2: '请先登录',
  3: '请求签名不正确，请刷新后重试',
  4: '本期已截止投注，请选择下一期',
  5: '余额不足',
  6: '超出上限',
  7: '提交内容与上次不一致，请重新提交',
  8: '没有找到',
  9: '暂未开放',
  10: '操作过于频繁，请稍后再试',
  11: '系统维护中，请稍后再来',
  12: '玩法说明已更新，请返回重新确认',
  13: '已售完',
  14: '请先完成所需步骤',
  15: '验证码或密码不正确',
  16: '已达上限',
  17: '状态已变化，请刷新后再试',
  18: '服务暂时无法连接，请稍后再试',
  19: '您的角色没有这个权限',
  99: '服务器出错，请稍后再试',
};
