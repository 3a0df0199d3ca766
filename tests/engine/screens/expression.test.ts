import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CLOCK,
  compileExpression,
  compileTemplate,
  type EvaluationContext,
  ExpressionError,
  HELPER_NAMES,
  helperSignature,
} from '../../../engine/descriptions/screens/expression.ts';

const NOW = Date.UTC(2026, 10, 20, 23, 30, 5);
const TERMS = { orderStatus: { won: { text: '已中奖', tone: 'win' }, lost: { text: '未中奖' } } };

const environment = (names: Record<string, unknown> = {}): EvaluationContext => ({
  offsetMinutes: 480,
  now: () => NOW,
  terms: TERMS,
  lookup: (name) => (Object.hasOwn(names, name) ? names[name] : undefined),
});
const value = (source: string, names?: Record<string, unknown>): unknown => compileExpression(source).evaluate(environment(names));
const text = (source: string, names?: Record<string, unknown>): string => compileTemplate(source).expand(environment(names));

describe('expressions', () => {
  it('[S1] compare, combine and choose', () => {
    expect(value("status == 'won' && prizeFen > 0", { status: 'won', prizeFen: 1 })).toBe(true);
    expect(value("status == 'won' ? 1 : 2", { status: 'lost' })).toBe(2);
    expect(value('a ?? b', { b: 3 })).toBe(3);
    expect(value('!empty(list)', { list: [] })).toBe(false);
    expect(value('a + b * 2 - 1', { a: 1, b: 2 })).toBe(4);
  });

  it('[S2] read members as own properties only: nothing of a prototype can be reached', () => {
    for (const source of [
      'a.constructor',
      "a['constructor']",
      'a.__proto__',
      'a.toString',
      'list.map',
      "'x'.constructor",
      'a.b.constructor.name',
    ])
      expect(value(source, { a: { b: 1 }, list: [1] }), source).toBeUndefined();
    expect(value('constructor')).toBeUndefined();
    expect(value('list[0].name', { list: [{ name: '甲' }] })).toBe('甲');
    expect(value('missing.deep[3].thing')).toBeUndefined();
  });

  it('[S3] call the listed functions alone', () => {
    for (const source of ['alert(1)', 'a.b()', 'constructor()', "''.concat('x')", 'toString()', 'hasOwnProperty(1)'])
      expect(() => compileExpression(source), source).toThrow(ExpressionError);
  });

  it('[S4] have no division, assignment, regular expressions, functions or sequences', () => {
    for (const source of ['1 / 2', 'a = 1', '/x/', '() => 1', 'a, b', 'this', '[1,2]', 'a b', '1 +', 'a++', '~a', 'a | b', '`x`', ''])
      expect(() => compileExpression(source), source).toThrow(ExpressionError);
  });

  it('[S5] are bounded in length and in parts', () => {
    expect(() => compileExpression(`1${' + 1'.repeat(500)}`)).toThrow(ExpressionError);
    expect(() => compileExpression('-'.repeat(300) + '1')).toThrow(ExpressionError);
    expect(() => compileExpression(`'${'x'.repeat(1001)}'`)).toThrow(ExpressionError);
  });

  it('[S6] never throw once compiled, whatever the data is', () => {
    const leaf = fc.oneof(
      fc.constantFrom('a', 'b.c', 'b[0]', '1', "'x'", 'null'),
      fc.constantFrom(...HELPER_NAMES).map((name) => `${name}(${['a', 'b', '3'].slice(0, helperSignature(name)?.takes[1]).join(', ')})`),
    );
    const operator = fc.constantFrom('+', '-', '*', '%', '==', '!=', '<', '>=', '&&', '||', '??');
    const source = fc.tuple(leaf, operator, leaf, leaf).map(([x, o, y, z]) => `(${x} ${o} ${y}) ? ${z} : !${x}`);
    fc.assert(
      fc.property(source, fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }), fc.anything(), (code, a, b) => {
        expect(() => value(code, { a, b })).not.toThrow();
        expect(typeof text(`{${code}}`, { a, b })).toBe('string');
      }),
    );
  });

  it('[S7] name what they depend on', () => {
    expect(compileExpression("sources.order.status == 'won' && session.loggedIn").references).toEqual([
      { name: 'sources', member: 'order' },
      { name: 'session', member: 'loggedIn' },
    ]);
  });
});

describe('functions', () => {
  it('[S8] write money from integer fen and refuse fractions of it', () => {
    expect(value('money(a)', { a: 123456789 })).toBe('1,234,567.89');
    expect(value('signed(a)', { a: -5 })).toBe('−¥0.05');
    expect(value('signed(a)', { a: 500 })).toBe('+¥5.00');
    expect(value('signed(a)', { a: 0 })).toBe('¥0.00');
    expect(value('signed(a)', { a: 0n })).toBe('¥0.00');
    expect(value('signed(a)', { a: -123_456n })).toBe('−¥1,234.56');
    expect(value('yuan(a)', { a: 123456789 })).toBe('¥1,234,567.89');
    expect(value('yuan(a)', { a: -5 })).toBe('−¥0.05');
    expect(value('yuan(a)', { a: null })).toBeUndefined();
    expect(value('money(a)', { a: 1.5 })).toBeUndefined();
    expect(value('money(a)', { a: '100' })).toBeUndefined();
  });

  it('[S9] write instants at the offset of the product, not of the phone', () => {
    const at = Date.UTC(2026, 10, 20, 23, 30, 5);
    expect(value('date(a)', { a: at })).toBe('2026-11-21 07:30:05');
    expect(value('day(a)', { a: at })).toBe('2026-11-21');
    expect(value('time(a)', { a: at })).toBe('07:30:05');
    expect(value('minute(a)', { a: at })).toBe('11-21 07:30');
    expect(value('date(a)', { a: Number.NaN })).toBeUndefined();
  });

  it('[S8] large amounts are written in 亿 and 万, cut off', () => {
    const of = (fen: unknown) => text('{large(x)}', { x: fen });
    expect([100_000_000_000, 1_000_000_000, 123_456_789_000, 850_000, 999_999, 10_999_999_999, 0].map(of)).toEqual([
      '¥10 亿',
      '¥1,000 万',
      '¥12.3 亿',
      '¥8,500',
      '¥9,999',
      '¥1 亿',
      '¥0',
    ]);
    expect([-1, 1.5, '1', undefined].map(of)).toEqual(['', '', '', '']);
  });

  it('[S9] days are named as on the day that it is, at the offset of the product', () => {
    const now = Date.UTC(2026, 10, 22, 15, 59);
    const of = (ms: unknown, at = now) =>
      compileTemplate('{dayName(x)}').expand({ ...environment({ x: ms }), offsetMinutes: 480, now: () => at });
    expect(of(now)).toBe('今天');
    // A minute later it is another day in China.
    expect(of(now, now + 60_000)).toBe('昨天');
    expect(of(Date.UTC(2026, 10, 20, 4))).toBe('11月20日');
    expect(of(Date.UTC(2025, 0, 3))).toBe('2025年1月3日');
    expect(of('today')).toBe('');
  });

  it('[S10] count, pad, map and take parts', () => {
    expect(value('count(a)', { a: 1234567 })).toBe('1,234,567');
    expect(value('count(a)', { a: [1, 2] })).toBe(2);
    expect(value('pad(7, 2)')).toBe('07');
    expect(value("map(s, 'won', '中', 'lost', '未中', s)", { s: 'other' })).toBe('other');
    expect(value("map(s, 'won', '中')", { s: 'lost' })).toBeUndefined();
    expect(value("first('彩谱')")).toBe('彩');
    expect(value("last('abcdef', 2)")).toBe('ef');
  });
});

describe('functions of format 2', () => {
  const items = [
    { id: 'a', fen: 100, name: '甲' },
    { id: 'b', fen: 250, name: '乙' },
    { id: 'c', fen: 1.5, name: null },
  ];

  it('[S11] sum, join and find in lists; what is no integer counts nothing', () => {
    expect(value("sum(items, 'fen')", { items })).toBe(350);
    expect(value('sum(a)', { a: [1, 2, '3', Number.MAX_SAFE_INTEGER] })).toBe(3);
    expect(value("sum(a, 'x')", { a: 'text' })).toBeUndefined();
    expect(value("join(items, '、', 'name')", { items })).toBe('甲、乙、');
    expect(value("join(a, '-')", { a: [1, 'b'] })).toBe('1-b');
    expect(value("find(items, 'id', 'b').name", { items })).toBe('乙');
    expect(value("find(items, 'id', 'z').name", { items })).toBeUndefined();
    expect(value("count(filter(items, 'id', 'b'))", { items })).toBe(1);
    expect(value("filter(items, 'id', 'z')", { items })).toEqual([]);
    expect(value("filter(x, 'id', 'z')", { x: 'no list' })).toBeUndefined();
    expect(['1.85', '3', '0.0001', '1.23456', '-1', 'x'].map((x) => value('scaled(20000, x)', { x }))).toEqual([
      37_000,
      60_000,
      2,
      undefined,
      undefined,
      undefined,
    ]);
    expect(value('scaled(a, x)', { a: 9_007_199_254_740_991, x: '2' })).toBeUndefined();
    expect([value('price(200, 3)'), value('price(200, 0)'), value("price(200, '3')"), value('price(200, 0.5)')]).toEqual([
      600,
      0,
      undefined,
      undefined,
    ]);
    expect(value('price(200, n)', { n: Number.MAX_SAFE_INTEGER })).toBeUndefined();
    const decimals = ['1.85', '12', '-0.5', '3.999', '0', '', 'x', '1.', '1e3'];
    expect(decimals.map((x) => value('hundredths(x)', { x }))).toEqual([
      185,
      1200,
      -50,
      399,
      0,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([value("contains(a, 'x')", { a: ['x'] }), value("contains(a, 'x')", { a: 'fox' }), value("contains(a, 'x')", { a: 7 })]).toEqual(
      [true, true, false],
    );
  });

  it('[S11] divides where it divides, and names the ways to divide into equal parts', () => {
    expect([value('divided(1000, 20)'), value('divided(1000, 3)'), value('divided(1000, 0)'), value("divided('1000', 20)")]).toEqual([
      50,
      undefined,
      undefined,
      undefined,
    ]);
    expect(value('splits(1000, 100, 100)')).toEqual([
      { parts: 10, each: 100 },
      { parts: 8, each: 125 },
      { parts: 5, each: 200 },
      { parts: 4, each: 250 },
      { parts: 2, each: 500 },
      { parts: 1, each: 1000 },
    ]);
    expect(value('splits(1000, 100, 4)[0].parts')).toBe(4);
    const none = ['splits(50, 100, 10)', 'splits(0, 1, 1)', "splits('9', 1, 1)", 'splits(9, 0, -1)'].map((source) => value(source));
    expect(none).toEqual([[], [], undefined, []]);
  });

  it('[S12] write shares from basis points, odds from hundredths or as they are, and hide the middle of a text', () => {
    expect(['1234', '5000', '10', '0'].map((points) => value(`percent(${points})`))).toEqual(['12.34%', '50%', '0.1%', '0%']);
    expect(value('percent(a)', { a: 1.5 })).toBeUndefined();
    expect([value('odds(185)'), value("odds('1.850')"), value("odds('x')"), value('odds(-1)')]).toEqual([
      '1.85',
      '1.850',
      undefined,
      undefined,
    ]);
    expect(value("mask('13812348000', 3, 4)")).toBe('138****8000');
    expect([value("mask('138', 3, 4)"), value("mask('甲乙丙', 1, 0)")]).toEqual(['***', '甲****']);
    expect(['4111111111111111', '4111111111111112', '', 'x1', '0'].map((a) => value('luhn(a)', { a }))).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
  });

  it("[S13] write a code in the product's own term, and the code itself where there is none", () => {
    expect([value("label('orderStatus', 'won')"), value("tone('orderStatus', 'won')")]).toEqual(['已中奖', 'win']);
    expect([value("label('orderStatus', 'odd')"), value("tone('orderStatus', 'lost')"), value("label('none', 7)")]).toEqual([
      'odd',
      '',
      '7',
    ]);
    expect(value("label('__proto__', 'constructor')")).toBe('constructor');
  });

  it('[S14] read the clock of the server: now, and the time that is left until an instant', () => {
    expect(value('now()')).toBe(NOW);
    expect(value('left(a)', { a: NOW + 323_000 })).toBe('05:23');
    expect(value('left(a)', { a: NOW + 3_723_000 })).toBe('1:02:03');
    expect(value('left(a)', { a: NOW + 2 * 86_400_000 + 3 * 3_600_000 + 240_000 })).toBe('2 天 3 小时');
    expect(value('left(a)', { a: NOW + 2 * 86_400_000 + 240_000 })).toBe('2 天');
    expect([value('left(a)', { a: NOW - 1 }), value("left('x')")]).toEqual(['00:00', undefined]);
    for (const source of ['now() > 1', 'left(a)'])
      expect(compileExpression(source).references).toContainEqual({ name: CLOCK, member: undefined });
  });
});

describe('templates', () => {
  it('[S15] write values into text', () => {
    expect(text('第 {issue} 期 {money(amountFen)}', { issue: '2026139', amountFen: 200 })).toBe('第 2026139 期 2.00');
    expect(text("{a == '}' ? '{' : 'no'}", { a: '}' })).toBe('{');
    expect(text('{{not} {a}', { a: 1 })).toBe('{not} 1');
    expect(text('{missing}')).toBe('');
  });

  it('[S16] encode values in addresses, so that data cannot add a path or a parameter', () => {
    const template = compileTemplate('/orderDetails?orderId={id}');
    expect(template.expand(environment({ id: 'a&b=1/../x' }), true)).toBe('/orderDetails?orderId=a%26b%3D1%2F..%2Fx');
  });

  it('[S17] refuse a brace that is never closed, with its place', () => {
    expect(() => compileTemplate('第 {issue 期')).toThrow(/at character 3 of /);
  });
});
