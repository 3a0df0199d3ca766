/** Names of fields that hold secrets in every machine. */

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

/** Endings that make any name a secret one: accessToken, newPassword … */
export const SECRET_ENDING = /(token|password|passwd|pwd|secret|signature|username|cookie)$/;

/** A name as it is compared: without case and without `_` and `-`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');
const COMMON = new Set(SECRET_FIELDS.map(plainName));

/** Whether a field, or a parameter of an address, is a secret by its name in every model. */
export function isSecretName(name: string): boolean {
  const plain = plainName(name);
  return COMMON.has(plain) || SECRET_ENDING.test(plain);
}
