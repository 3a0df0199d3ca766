/** Malformed description files that no mutation of a real one comes to. */

export interface HostileText {
  readonly folder?: 'games' | 'families';
  readonly name: string;
  readonly how: string;
  readonly bytes: Buffer;
  readonly pointer?: string;
}

const head = (code: string, more = '') => `{"$schema":"../schemas/game.schema.json","format":2,"kind":"game","code":"${code}"${more}`;
const nasty = (name: string, how: string, bytes: string | Buffer, pointer?: string): HostileText => ({
  name: `${name}.json`,
  how,
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
  ...(pointer === undefined ? {} : { pointer }),
});
const MEGABYTE = 1024 * 1024;

export const HOSTILE_TEXTS: readonly HostileText[] = [
  nasty('n-empty', 'nothing', ''),
  nasty('n-blank', 'blanks', ' \r\n\t'.repeat(1_000)),
  nasty('n-zeros', 'zero bytes', Buffer.alloc(4_096)),
  nasty('n-bom', 'a byte order mark alone', '\uFEFF'),
  nasty('n-two-boms', 'two byte order marks', `\uFEFF\uFEFF${head('n-two-boms')}}`),
  nasty('n-utf16', 'UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`${head('n-utf16')}}`, 'utf16le')])),
  nasty('n-utf16-bare', 'UTF-16 without its mark', Buffer.from(`${head('n-utf16-bare')}}`, 'utf16le')),
  nasty('n-gzip', 'a packed file', Buffer.from('1f8b0800000000000003abae050043bfa6a302000000', 'hex')),
  nasty('n-png', 'a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
  nasty('n-html', 'a page', '<!doctype html><title>404</title>'),
  nasty('n-null', 'null', 'null'),
  nasty('n-list', 'a list', '[]'),
  nasty('n-text', 'a text', '"game"'),
  nasty('n-two', 'two documents', `${head('n-two')}}\n${head('n-two')}}`),
  nasty('n-lines', 'JSON lines', `${head('n-lines')}}\n`.repeat(50)),
  nasty('n-deep-list', 'a megabyte of [', '['.repeat(MEGABYTE)),
  nasty('n-deep-object', 'a megabyte of {"a":', '{"a":'.repeat(MEGABYTE / 5)),
  nasty('n-deep-closed', 'a hundred thousand levels that close', `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  nasty('n-commas', 'a megabyte of commas', ','.repeat(MEGABYTE)),
  nasty('n-quotes', 'a megabyte of quotes', '"'.repeat(MEGABYTE)),
  nasty('n-backslashes', 'a megabyte of backslashes in a text', `{"a":"${'\\'.repeat(MEGABYTE - 8)}"}`),
  nasty('n-doubles', 'a hundred thousand doubled names', `{${'"a":1,'.repeat(100_000)}"a":1}`),
  nasty('n-names', 'a hundred thousand names', `{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`).join(',')}}`),
  nasty('n-numbers', 'half a million numbers', `{"a":[${'1,'.repeat(500_000)}1]}`),
  nasty('n-digits', 'a number of a hundred thousand digits', `${head('n-digits')},"unitFen":${'9'.repeat(100_000)}}`),
  nasty('n-fraction', 'a fraction of a hundred thousand digits', `${head('n-fraction')},"unitFen":0.${'1'.repeat(100_000)}}`),
  nasty('n-exponent', 'an exponent beyond all', `${head('n-exponent')},"unitFen":1e309}`, '/unitFen'),
  nasty('n-minus-zero', 'minus nothing for a price', `${head('n-minus-zero')},"unitFen":-0}`),
  nasty(
    'n-long',
    'a code of nine hundred thousand letters',
    head('n-long')
      .replace('"n-long"', `"${'a'.repeat(900_000)}"`)
      .concat('}'),
  ),
  nasty('n-proto', '__proto__ for a document', '{"__proto__":{"kind":"game"}}', '/__proto__'),
  nasty('n-escaped-proto', '__proto__ in escapes', `${head('n-escaped-proto')},"\\u005f_proto__":{"code":"jsks"}}`, '/__proto__'),
  nasty('n-escaped-double', 'a doubled name in escapes', `${head('n-escaped-double')},"cod\\u0065":"jsks"}`, '/code'),
  nasty('n-surrogate', 'half a character', `${head('n-surrogate')},"name":"\\ud800"}`),
  nasty('n-newer', 'a format of the future', head('n-newer').replace('"format":2', '"format":99').concat('}'), '/format'),
  nasty('n-older', 'a format before the first', head('n-older').replace('"format":2', '"format":0').concat('}'), '/format'),
  nasty('n-other-kind', 'a brand among the games', head('n-other-kind').replace('"kind":"game"', '"kind":"brand"').concat('}'), '/kind'),
  nasty('n-no-kind', 'a kind that is not', head('n-no-kind').replace('"kind":"game"', '"kind":"__proto__"').concat('}'), '/kind'),
  nasty('n-own-family', 'a game that is its own family', `${head('n-own-family')},"family":"n-own-family"}`),
  nasty('JSKS', 'a code that differs in case alone', `${head('JSKS')}}`),
  nasty('n-stolen', 'the code of a running game in another file', `${head('jsks')}}`),
  nasty('n-way-out', 'a code that leads out of the folder', `${head('../../etc/passwd')}}`),
  nasty('n-escape', 'a terminal escape and a line break in a name', `${head('n-escape')},"\\u001b[2J\\ndescription refused":1}`),
  {
    ...nasty(
      'n-family-of-nothing',
      'a family without plays',
      '{"$schema":"../../schemas/family.schema.json","format":2,"kind":"family","code":"n-family-of-nothing"}',
    ),
    folder: 'families',
  },
  { ...nasty('n-game-as-family', 'a game among the families', `${head('n-game-as-family')}}`), folder: 'families' },
];
