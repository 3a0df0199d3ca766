import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hmac as cryptoJsHmac } from '../../app/platform/hmac.ts';
import { canonicalForm, percentEncode, SIGNED_PATHS, type SignableRequest, sign, verify } from '../../protocol/signing.ts';
import { factsOf } from '../../protocol/calls/facts.ts';
import { TABLE } from '../../protocol/calls/table.ts';
import file from '../../protocol/vectors.json' with { type: 'json' };
import { nodeHmac } from '../app/platform/world.ts';

type Pairs = [string, string][];
const requestOf = (vector: (typeof file.vectors)[number]): SignableRequest => ({
  method: vector.method,
  path: vector.path,
  query: vector.query as Pairs,
  ...('form' in vector ? { form: vector.form as Pairs } : {}),
  ...('idempotencyKey' in vector ? { key: vector.idempotencyKey as string } : {}),
});

describe('vectors', () => {
  it('are at least twelve', () => expect(file.vectors.length).toBeGreaterThanOrEqual(12));
  for (const vector of file.vectors) {
    it(vector.name, () => {
      expect(canonicalForm(requestOf(vector))).toBe(vector.canonical);
      expect(sign(nodeHmac, file.key, requestOf(vector)), 'node:crypto').toBe(vector.s);
      expect(sign(cryptoJsHmac, file.key, requestOf(vector)), 'crypto-js').toBe(vector.s);
    });
  }
});

describe('the canonical form', () => {
  const pairs = fc.array(fc.tuple(fc.string({ unit: 'binary', maxLength: 8 }), fc.string({ unit: 'binary', maxLength: 12 })), {
    maxLength: 8,
  });
  it('does not depend on the order of parameters, nor on query or form', () => {
    fc.assert(
      fc.property(pairs, fc.infiniteStream(fc.nat()), (parameters, order) => {
        const shuffled = parameters.map((pair) => [order.next().value, pair] as const).sort((a, b) => a[0] - b[0]);
        const all = shuffled.map(([, pair]) => pair);
        const one = canonicalForm({ method: 'POST', path: '/x', query: parameters });
        expect(canonicalForm({ method: 'post', path: '/x', query: all.slice(0, 2), form: all.slice(2) })).toBe(one);
      }),
    );
  });
  it('tells any two different sets of parameters apart', () => {
    const canonical = (query: Pairs) => canonicalForm({ method: 'GET', path: '/x', query });
    const sorted = (query: Pairs) =>
      JSON.stringify(
        query
          .filter(([name]) => name !== 's')
          .map((pair) => JSON.stringify(pair))
          .sort(),
      );
    const clean = fc.string({ unit: fc.constantFrom('a', 'b', '=', '&', '%', ' ', '+', '中', '😀'), maxLength: 4 });
    const sets = fc.array(fc.tuple(clean, clean), { maxLength: 4 });
    fc.assert(fc.property(sets, sets, (a, b) => (canonical(a) === canonical(b)) === (sorted(a) === sorted(b))));
  });
  it('both HMACs agree on any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (key, text) => cryptoJsHmac(key, text) === nodeHmac(key, text),
      ),
    );
  });
  it('never throws on a lone surrogate', () => expect(percentEncode('a\ud800b')).toBe('a%EF%BF%BDb'));
});

describe('verify', () => {
  const key = 'brand-key';
  const base: Pairs = [
    ['c', '1'],
    ['v', '1'],
    ['t', '1795000000'],
    ['p', 'caipu'],
    ['n', '0'.repeat(32)],
    ['tk', 'token'],
  ];
  const options = { keyOf: (brand: string) => (brand === 'caipu' ? key : undefined), nowSeconds: 1_795_000_000 };
  const form: Pairs = [['amountFen', '200']];
  const signed = (query: Pairs = base): SignableRequest => {
    const request = { method: 'POST', path: '/api/lottery/bet_szc', query, form };
    return { ...request, query: [...query, ['s', sign(nodeHmac, key, request)]] };
  };
  const check = (request: SignableRequest, changed = {}) => verify(nodeHmac, request, { ...options, ...changed });
  const without = (name: string) => base.filter(([candidate]) => candidate !== name);

  it('accepts what was signed, and says nonce, brand and token', () => {
    expect(check(signed())).toEqual({ ok: true, nonce: '0'.repeat(32), brand: 'caipu', token: 'token', seconds: 1_795_000_000 });
  });
  it('accepts a reordering', () => expect(check({ ...signed(), query: [...signed().query].reverse() }).ok).toBe(true));
  it('refuses another path, method, parameter, token or brand', () => {
    const { query, ...rest } = signed();
    const changed = (name: string, value: string) => [...query].map(([n, v]): [string, string] => [n, n === name ? value : v]);
    expect(check({ ...rest, query, path: '/api/lottery/bet_SZC' })).toEqual({ ok: false, reason: 'signature' });
    expect(check({ ...rest, query, method: 'GET' })).toEqual({ ok: false, reason: 'signature' });
    expect(check({ ...rest, query, form: [['amountFen', '201']] })).toEqual({ ok: false, reason: 'signature' });
    expect(check({ ...rest, query: changed('tk', 'other') })).toEqual({ ok: false, reason: 'signature' });
    expect(check({ ...rest, query: changed('p', 'other') })).toEqual({ ok: false, reason: 'brand' });
    expect(check({ ...rest, query: changed('s', 'A'.repeat(64)) })).toEqual({ ok: false, reason: 'malformed' });
    expect(check({ ...rest, query: [...query].filter(([name]) => name !== 'tk') })).toEqual({ ok: false, reason: 'signature' });
  });
  it('refuses any one-character change of a value', () => {
    const { query, ...rest } = signed();
    const pairs = [...query];
    fc.assert(
      fc.property(fc.nat(pairs.length - 1), fc.nat(63), fc.constantFrom('0', '1', 'x', '%', '中'), (at, position, mark) => {
        const [name, value] = pairs[at] as [string, string];
        const place = position % value.length;
        const mutated = value.slice(0, place) + mark + value.slice(place + 1);
        fc.pre(mutated !== value);
        const changed = pairs.map((pair, index): [string, string] => (index === at ? [name, mutated] : [...pair]));
        expect(check({ ...rest, query: changed }).ok).toBe(false);
      }),
    );
  });
  it('holds the time window on both sides', () => {
    for (const [shift, ok] of [
      [-301, false],
      [-300, true],
      [300, true],
      [301, false],
    ] as const) {
      expect(check(signed(), { nowSeconds: 1_795_000_000 + shift }).ok, `${shift}`).toBe(ok);
    }
  });
  it('refuses what is missing, twice there or out of form', () => {
    for (const name of ['t', 'p', 'n']) expect(check(signed(without(name))), name).toEqual({ ok: false, reason: 'missing' });
    expect(check({ method: 'POST', path: '/x', query: base })).toEqual({ ok: false, reason: 'missing' });
    for (const name of ['t', 'p', 'n', 'tk', 'c']) {
      const twice: Pairs = [...base, [name, base.find(([n]) => n === name)?.[1] as string]];
      expect(check(signed(twice)), name).toEqual({ ok: false, reason: 'repeated' });
    }
    expect(check(signed([...without('n'), ['n', 'short']]))).toEqual({ ok: false, reason: 'malformed' });
    expect(check(signed([...without('t'), ['t', '1.5e9']]))).toEqual({ ok: false, reason: 'malformed' });
  });
});

it('the signed paths are those of specification section 7, in any case', () => {
  expect(SIGNED_PATHS).toHaveLength(10);
  expect(factsOf('/api/Account/WebLogin?').signed).toBe(true);
  expect(factsOf('/api/Account/Heartbeat').signed).toBe(true);
  expect(factsOf('/api/order/list').signed).toBe(false);
  // Asking about a key may burn it: signed, but not one of the calls that carry the client type.
  expect(factsOf('/api/order/outcome')).toMatchObject({ signed: true, clientType: false });
  expect(factsOf('/api/webregist2').signed).toBe(false);
  // Of those that are there already, each is signed and carries the client type, and no other call does.
  const listed = TABLE.map(({ path }) => path.toLowerCase()).filter((path) => SIGNED_PATHS.includes(path));
  expect(listed).toHaveLength(10);
  for (const path of listed) expect(factsOf(path), path).toMatchObject({ signed: true, clientType: true });
  expect(TABLE.filter(({ path }) => factsOf(path).clientType).map(({ path }) => path.toLowerCase())).toEqual(listed);
});
