// A price has one formula, engine/rules/amount.ts: nothing else multiplies a unit price, or an amount that was made of one, in code or in an
// expression of a description.
import { parseSync } from 'vite';
import { sources } from './source.mjs';

/** Both sides of a bet: what shows its price, sends it and checks it. */
const FOLDERS = ['engine', 'app', 'tools', 'server/lottery', 'server/sports'];
const PRICES = new Set(['unitFen', 'unit_fen', 'amountFen', 'amountOf']);
/** The formula, and the files that take a share of a unit price as a prize or a rate of return. */
const ALLOWED = new Set([
  'engine/rules/amount.ts',
  'engine/rules/returns.ts',
  'engine/rules/starter/plays.ts',
  'engine/rules/sports/payout.ts',
  'engine/rules/sports/range.ts',
  // Yuan of version 1 become fen.
  'engine/descriptions/migrations.ts',
]);
const WRAPPERS = new Set(['BigInt', 'Number']);

/** Names of the values that an operand may stand for: `BigInt(play.unitFen ?? game.unitFen)` is `unitFen`. */
function namesOf(node) {
  switch (node?.type) {
    case 'Identifier':
      return [node.name];
    case 'MemberExpression':
      return node.computed ? namesOf(node.object) : [node.property.name];
    case 'CallExpression':
      return WRAPPERS.has(node.callee.name) ? node.arguments.flatMap(namesOf) : namesOf(node.callee);
    case 'LogicalExpression':
      return [...namesOf(node.left), ...namesOf(node.right)];
    case 'ConditionalExpression':
      return [...namesOf(node.consequent), ...namesOf(node.alternate)];
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return namesOf(node.expression);
    default:
      return [];
  }
}

function* nodesOf(node) {
  if (node === null || typeof node !== 'object') return;
  if (typeof node.type === 'string') yield node;
  for (const child of Array.isArray(node) ? node : Object.values(node)) yield* nodesOf(child);
}

/** Lines of a file that multiply a price. A price under another name (`const unit = play.unitFen`, `{ unitFen: unit }`) is one too. */
export function otherPrices(file, text) {
  if (![...PRICES].some((name) => text.includes(name))) return [];
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const nodes = [...nodesOf(program.body)];
  const prices = new Set(PRICES);
  const isPrice = (node) => namesOf(node).some((name) => prices.has(name));
  for (const { type, id, init, key, value } of nodes) {
    if (type === 'VariableDeclarator' && id.type === 'Identifier' && isPrice(init)) prices.add(id.name);
    if (type === 'Property' && value.type === 'Identifier' && PRICES.has(key.name)) prices.add(value.name);
  }
  return nodes
    .filter(
      ({ type, operator, left, right }) =>
        ((type === 'BinaryExpression' && operator === '*') || (type === 'AssignmentExpression' && operator === '*=')) &&
        (isPrice(left) || isPrice(right)),
    )
    .map(({ start }) => text.slice(0, start).split('\n').length);
}

/** Lines of a description whose expressions multiply a unit price. */
export const pricesInExpressions = (text) =>
  text.split('\n').flatMap((line, at) => (/\bunitFen\b\s*\*|\*\s*(?:\w+\.)*unitFen\b/.test(line) ? [at + 1] : []));

export function check() {
  const problems = [];
  let files = 0;
  for (const { file, text } of sources(FOLDERS, /\.tsx?$/)) {
    files += 1;
    if (ALLOWED.has(file) || file.endsWith('.d.ts')) continue;
    for (const line of otherPrices(file, text))
      problems.push(`${file}:${line} multiplies a price: use priceTicket, priceLines or amountOf of engine/rules/price.ts and amount.ts`);
  }
  for (const { file, text } of sources(['app/descriptions'], /\.json$/))
    for (const line of pricesInExpressions(text)) problems.push(`${file}:${line} multiplies a price: write price(unitFen, bets)`);
  // A folder that has moved is not read, and has no fault.
  if (files < 500) problems.push(`only ${files} files were read`);
  return problems;
}
