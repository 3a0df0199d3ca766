/** Money is written one way: ¥ before an amount that stands alone, 元 after one in a sentence, never both. */
import { readdirSync, readFileSync } from 'node:fs';
import type jsep from 'jsep';
import { expect, it } from 'vitest';
import { parseExpression, templateParts } from '../../../engine/descriptions/screens/expression.ts';

type Json = Readonly<Record<string, unknown>>;

/** What money(fen) writes in the readings below: a number. */
const NUMBER = '①';
/** What yuan(fen), signed(fen) and large(fen) write: an amount with its ¥. */
const AMOUNT = '②';
const WRITES: Readonly<Record<string, string>> = { money: NUMBER, yuan: AMOUNT, signed: AMOUNT, large: AMOUNT };
/** Whatever has no money in it. */
const OTHER = ['…'];

const together = (before: readonly string[], after: readonly string[]): string[] => [
  ...new Set(before.flatMap((a) => after.map((b) => a + b))),
];

/** All texts that an expression can give, as far as money goes. */
function readings(node: jsep.Expression): readonly string[] {
  switch (node.type) {
    case 'Literal':
      return [String((node as jsep.Literal).value)];
    case 'ConditionalExpression': {
      const { consequent, alternate } = node as jsep.ConditionalExpression;
      return [...readings(consequent), ...readings(alternate)];
    }
    case 'BinaryExpression': {
      const { operator, left, right } = node as jsep.BinaryExpression;
      if (operator === '+') return together(readings(left), readings(right));
      if (operator === '&&') return readings(right);
      return operator === '||' || operator === '??' ? [...readings(left), ...readings(right)] : OTHER;
    }
    case 'CallExpression': {
      const { callee, arguments: args } = node as jsep.CallExpression;
      const { name } = callee as jsep.Identifier;
      const written = WRITES[name];
      if (written !== undefined) return [written];
      // map(value, code, text, code, text, otherwise)
      return name === 'map' ? args.filter((_, at) => (at > 0 && at % 2 === 0) || at === args.length - 1).flatMap(readings) : OTHER;
    }
    default:
      return OTHER;
  }
}

const readingsOf = (template: string): readonly string[] =>
  templateParts(template).reduce<readonly string[]>(
    (before, part) => together(before, typeof part === 'string' ? [part] : readings(parseExpression(part.expression))),
    [''],
  );

/** A sum or a range in a sentence, and the 元 after it. */
const SENTENCE = /①(?: ?[至–~/] ?①)* ?元/g;
/** An amount that the template writes itself: 1,000.00, and neither odds (1.50 倍) nor a share. */
const TYPED = /\p{Script=Han}.*(?<![\d,.¥])\d[\d,]*\.\d\d(?![\d%]| ?[元倍])/u;

/** What is wrong with the money of a text. `standing`: it is the value of a row, a tile or a cell, where 元 is for a phrase that goes on. */
function faultOf(text: string, standing: boolean): string | undefined {
  if (/¥②|② ?元|（元）.*②|②.*（元）|¥①(?: ?[至–~/] ?①)* ?元/.test(text)) return 'both';
  const rest = text.replace(SENTENCE, '');
  if (rest.replaceAll('¥①', '').includes('①') || TYPED.test(text)) return 'bare';
  return standing && rest !== text && /元(?:$| \/)/.test(text) && !/[，。；]/.test(text) ? 'standing' : undefined;
}
const STANDING = new Set(['value', 'valueNote', 'amount', 'price', 'total']);

interface Place {
  readonly key: string;
  readonly text: string;
  readonly of: Json;
}

function* placesOf(node: unknown, of: Json, key: string): Generator<Place> {
  if (typeof node === 'string') yield { key, text: node, of };
  else if (Array.isArray(node)) for (const each of node) yield* placesOf(each, of, key);
  else if (typeof node === 'object' && node !== null)
    for (const [name, value] of Object.entries(node)) yield* placesOf(value, node as Json, name);
}

/** The keypad and the field of an amount write ¥ themselves. */
const isInField = ({ key, of }: Place): boolean => key === 'placeholder' && of.type === 'amount';

function faultsIn(description: unknown): string[] {
  return [...placesOf(description, {}, '')].flatMap((place) => {
    const { key, text, of } = place;
    if (isInField(place)) return [];
    // A heading that says the unit stands over cells that say it again.
    if (key === 'label' && text.includes('（元）') && (of.unit === 'fen' || of.unit === 'signed')) return [`both: ${text}`];
    const expression = !text.includes('{') && /\b(?:money|yuan|signed|large)\(/.test(text);
    const texts = expression ? readings(parseExpression(text)) : readingsOf(text);
    const label = typeof of.label === 'string' && of.label !== text ? of.label : '';
    return [
      ...new Set(
        texts.flatMap((each) => {
          const fault = faultOf(each, STANDING.has(key)) ?? (/[①②]/.test(each) && label.includes('（元）') ? 'both' : undefined);
          return fault === undefined ? [] : [`${fault}: ${text}`];
        }),
      ),
    ];
  });
}

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);

const described = ['screens', 'menus', 'lists', 'banners'].flatMap((folder) => filesIn(`app/descriptions/${folder}`, '.json'));

it.each(described)('%s writes money one way', (file) => {
  expect(faultsIn(JSON.parse(readFileSync(file, 'utf8')))).toEqual([]);
});

it.each(filesIn('engine/screens', '/example.json'))('%s writes money one way', (file) => {
  const { screen } = JSON.parse(readFileSync(file, 'utf8')) as Json;
  expect(faultsIn(screen)).toEqual([]);
});

it.each([
  ['value', '{money(aFen)}', ['bare']],
  ['value', "{empty(aFen) ? '' : money(aFen)}", ['bare']],
  ['value', "{map(a, 'x', '无', 'y', '共 ' + money(aFen), money(bFen) + ' 元')}", ['bare', 'standing']],
  ['value', '{money(aFen)} 元', ['standing']],
  ['value', '{yuan(aFen)} 元', ['both']],
  ['value', '{signed(aFen)}元', ['both']],
  ['note', '¥{money(aFen)} 元', ['both']],
  ['note', '¥{yuan(aFen)}', ['both']],
  ['note', '净额（元） {signed(aFen)}', ['both']],
  ['note', '{signed(aFen)} 净额（元）', ['both']],
  ['note', "已退 {a ? money(aFen) + ' 元' : money(aFen)}", ['bare']],
  ['note', '送 1,000.00 演示金', ['bare']],
  ['value', '{yuan(aFen)}', []],
  ['value', '{signed(aFen)}', []],
  ['value', '{large(aFen)}', []],
  ['value', '每次最多 {money(aFen)} 元，每日最多 {money(bFen)} 元', []],
  ['note', '¥{money(aFen)}', []],
  ['note', '满 {money(aFen)} 元可用', []],
  ['note', "{money(aFen)} 至 {money(bFen)} 元，{c > 0 ? '共 ' + money(c) + ' 元' : ''}", []],
  ['note', '送 ¥1,000.00 演示金，即 1,000.00 元', []],
  ['note', '至少 1.50 倍，返奖率 90.00%', []],
])('%s %s: %j', (key, text, faults) => {
  expect(faultsIn({ [key]: text }).map((fault) => fault.split(':')[0])).toEqual(faults);
});

it('a label with the unit is no place for ¥, and the placeholder of an amount field needs none', () => {
  expect(faultsIn({ label: '余额（元）', value: '{yuan(aFen)}' })).toEqual(['both: {yuan(aFen)}']);
  expect(faultsIn({ label: '奖金（元）', value: 'fen', unit: 'fen' })).toEqual(['both: 奖金（元）']);
  expect(faultsIn({ type: 'amount', label: '金额', placeholder: '{money(aFen)} 起' })).toEqual([]);
});
