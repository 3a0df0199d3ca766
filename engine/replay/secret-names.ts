/** Names of fields and parameters that hold secrets in every machine. The first screen needs them, for the addresses that it keeps. */

/**
 * Names of fields that are never recorded, whatever machine they appear in and however deep: secrets, and what tells who the player is.
 * Compared without case and without `_` and `-`.
 */
export const SECRET_FIELDS: readonly string[] = [
  'account',
  'authorization',
  'bankCard',
  'cardNo',
  'cookie',
  'email',
  'fingerprint',
  'fundPwd',
  'idCard',
  'idLast4',
  'idNo',
  'ip',
  'ips',
  'mid',
  'mobile',
  'name',
  'nickname',
  'nonce',
  'password',
  'phone',
  'pwd',
  'qq',
  'rduid',
  'realName',
  'secret',
  'sign',
  'signature',
  'signingKey',
  'tk',
  'token',
  'trueName',
  'user',
  'userInfo',
  'username',
  'wechat',
];

/**
 * Parameters of addresses that are recorded: which page, list, game, order or part of one was open. Any other is redacted, so that an address
 * that somebody gives a new parameter tells nobody what is in it.
 */
export const KEPT_PARAMETERS: readonly string[] = [
  ...['id', 'orderId', 'chaseId', 'card', 'code', 'cup', 'game', 'gameCode', 'issue', 'play', 'playCode'],
  ...['kind', 'list', 'menu', 'page', 'parent', 'path', 'purse', 'scope', 'shelf', 'status', 'tab', 'title', 'type', 'view'],
];

/** Endings that make any name a secret one: accessToken, newPassword … */
export const SECRET_ENDING = /(token|password|passwd|pwd|secret|signature|username|cookie)$/;
