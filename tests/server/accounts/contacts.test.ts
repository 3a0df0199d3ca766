/** Forms of phone numbers and e-mail addresses (server/accounts/contacts.ts). */
import { expect, it } from 'vitest';
import { maskAddress, normalizeAddress } from '../../../server/accounts/contacts.ts';

it.each([
  ['Wang@Example.COM', 'wang@example.com'],
  [' wang.li+caipu@mail.example.com ', 'wang.li+caipu@mail.example.com'],
  ['ｗａｎｇ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'wang@example.com'],
  // An international domain is stored in ASCII, whichever form is typed.
  ['wang@例子.中国', 'wang@xn--fsqu00a.xn--fiqs8s'],
  ['wang@xn--fsqu00a.xn--fiqs8s', 'wang@xn--fsqu00a.xn--fiqs8s'],
  ['wang@bücher.example', 'wang@xn--bcher-kva.example'],
])('%s is the e-mail address %s', (text, address) => {
  expect(normalizeAddress('email', text)).toBe(address);
});

it.each([
  '王@example.com',
  'wang',
  '@example.com',
  'wang@',
  'wang@localhost',
  'wang..li@example.com',
  '.wang@example.com',
  'wang@exa mple.com',
  'wang@example.com, li@example.com',
  'wang <wang@example.com>',
  `${'a'.repeat(65)}@example.com`,
  'wang@127.0.0.1',
])('%s is no e-mail address', (text) => {
  expect(normalizeAddress('email', text)).toBeUndefined();
});

it('a masked address shows the domain as people write it', () => {
  expect(maskAddress('email', 'wang@xn--fsqu00a.xn--fiqs8s')).toBe('w***@例子.中国');
  expect(maskAddress('email', 'a@x.com')).toBe('a***@x.com');
  expect(maskAddress('mobile', '13800138000')).toBe('138****8000');
});
