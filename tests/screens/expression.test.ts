import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compileExpression,
  compileTemplate,
  type Environment,
  ExpressionError,
  HELPER_NAMES,
} from '../../engine/descriptions/screens/expression.ts';

const environment = (names: Record<string, unknown> = {}): Environment => ({
  offsetMinutes: 480,
  lookup: (name) => (Object.hasOwn(names, name) ? names[name] : undefined),
});
const value = (source: string, names?: Record<string, unknown>): unknown => compileExpression(source).evaluate(environment(names));
const text = (source: string, names?: Record<string, unknown>): string => compileTemplate(source).expand(environment(names));

describe('expressions', () => {
  it('compare, combine and choose', () => {
    expect(value("status == 'won' && prizeFen > 0", { status: 'won', prizeFen: 1 })).toBe(true);
    expect(value("status == 'won' ? 1 : 2", { status: 'lost' })).toBe(2);
    expect(value('a ?? b', { b: 3 })).toBe(3);
    expect(value('!empty(list)', { list: [] })).toBe(false);
    expect(value('a + b * 2 - 1', { a: 1, b: 2 })).toBe(4);
  });

  it('read members as own properties only: nothing of a prototype can be reached', () => {
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

  it('call the listed functions alone', () => {
    for (const source of ['alert(1)', 'a.b()', 'constructor()', "''.concat('x')", 'toString()', 'hasOwnProperty(1)'])
      expect(() => compileExpression(source), source).toThrow(ExpressionError);
  });

  it('have no division, assignment, regular expressions, functions or sequences', () => {
    for (const source of ['1 / 2', 'a = 1', '/x/', '() => 1', 'a, b', 'this', '[1,2]', 'a b', '1 +', 'a++', '~a', 'a | b', '`x`', ''])
      expect(() => compileExpression(source), source).toThrow(ExpressionError);
  });

  it('are bounded in length and in parts', () => {
    expect(() => compileExpression(`1${' + 1'.repeat(500)}`)).toThrow(ExpressionError);
    expect(() => compileExpression('-'.repeat(300) + '1')).toThrow(ExpressionError);
    expect(() => compileExpression(`'${'x'.repeat(1001)}'`)).toThrow(ExpressionError);
  });

  it('never throw once compiled, whatever the data is', () => {
    const leaf = fc.oneof(
      fc.constantFrom('a', 'b.c', 'b[0]', '1', "'x'", 'null'),
      fc.constantFrom(...HELPER_NAMES).map((name) => `${name}(a, b, 3)`),
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

  it('name what they depend on', () => {
    expect(compileExpression("sources.order.status == 'won' && session.loggedIn").references).toEqual([
      { name: 'sources', member: 'order' },
      { name: 'session', member: 'loggedIn' },
    ]);
  });
});

describe('functions', () => {
  it('write money from integer fen and refuse fractions of it', () => {
    expect(value('money(a)', { a: 123456789 })).toBe('1,234,567.89');
    expect(value('signed(a)', { a: -5 })).toBe('−0.05');
    expect(value('signed(a)', { a: 500 })).toBe('+5.00');
    expect(value('money(a)', { a: 1.5 })).toBeUndefined();
    expect(value('money(a)', { a: '100' })).toBeUndefined();
  });

  it('write instants at the offset of the product, not of the phone', () => {
    const at = Date.UTC(2026, 10, 20, 23, 30, 5);
    expect(value('date(a)', { a: at })).toBe('2026-11-21 07:30:05');
    expect(value('day(a)', { a: at })).toBe('2026-11-21');
    expect(value('time(a)', { a: at })).toBe('07:30:05');
    expect(value('minute(a)', { a: at })).toBe('11-21 07:30');
    expect(value('date(a)', { a: Number.NaN })).toBeUndefined();
  });

  it('count, pad, map and take parts', () => {
    expect(value('count(a)', { a: 1234567 })).toBe('1,234,567');
    expect(value('count(a)', { a: [1, 2] })).toBe(2);
    expect(value('pad(7, 2)')).toBe('07');
    expect(value("map(s, 'won', '中', 'lost', '未中', s)", { s: 'other' })).toBe('other');
    expect(value("map(s, 'won', '中')", { s: 'lost' })).toBeUndefined();
    expect(value("first('彩谱')")).toBe('彩');
    expect(value("last('abcdef', 2)")).toBe('ef');
  });
});

describe('templates', () => {
  it('write values into text', () => {
    expect(text('第 {issue} 期 {money(amountFen)}', { issue: '2026139', amountFen: 200 })).toBe('第 2026139 期 2.00');
    expect(text("{a == '}' ? '{' : 'no'}", { a: '}' })).toBe('{');
    expect(text('{{not} {a}', { a: 1 })).toBe('{not} 1');
    expect(text('{missing}')).toBe('');
  });

  it('encode values in addresses, so that data cannot add a path or a parameter', () => {
    const template = compileTemplate('/orderDetails?orderId={id}');
    expect(template.expand(environment({ id: 'a&b=1/../x' }), true)).toBe('/orderDetails?orderId=a%26b%3D1%2F..%2Fx');
  });

  it('refuse a brace that is never closed, with its place', () => {
    expect(() => compileTemplate('第 {issue 期')).toThrow(/at 2 /);
  });
});
