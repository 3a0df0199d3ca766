// Checks a scratch card, or a whole pool, by nothing but what docs/add-a-card.md says: no code of the program is used.
//
//   node scripts/verify-card.mjs < card.json     a card as GET /api/Activity/ScratchCard answers (its `models`)
//   node scripts/verify-card.mjs < pool.json     {pool}: a closed pool as ScratchPool answers, with the table that it was made with; a
//                                                card description beside it ({description, pool}) takes that table's place
//
// Says what it found, a line for each; exit code 1 when something does not hold, 2 when there is nothing to check.
import { createHash, createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const leaf = (serial, prizeFen, salt) => sha256(Buffer.from([0]), Buffer.from(`${serial}:${prizeFen}:${salt}`, 'utf8'));
const node = (left, right) => sha256(Buffer.from([1]), left, right);

function walk(start, path) {
  let here = start;
  for (const step of path) {
    const other = Buffer.from(step.slice(1), 'hex');
    here = step[0] === 'L' ? node(other, here) : node(here, other);
  }
  return here.toString('hex');
}

function root(leaves) {
  let level = leaves;
  while (level.length > 1) {
    const above = [];
    for (let i = 0; i < level.length; i += 2) above.push(i + 1 < level.length ? node(level[i], level[i + 1]) : level[i]);
    level = above;
  }
  return level[0].toString('hex');
}

/** Whole numbers below n out of blocks of HMAC-SHA256(seed, `${name}/${i}`). */
function numbers(seed, name) {
  let bytes = Buffer.alloc(0);
  let block = 0;
  const take = (k) => {
    while (bytes.length < k) bytes = Buffer.concat([bytes, createHmac('sha256', seed).update(`${name}/${block++}`).digest()]);
    const taken = bytes.subarray(0, k);
    bytes = bytes.subarray(k);
    return taken;
  };
  return (n) => {
    let k = 0;
    while (256 ** k < n) k += 1;
    const limit = Math.floor(256 ** k / n) * n;
    for (;;) {
      const value = k === 0 ? 0 : take(k).readUIntBE(0, k);
      if (value < limit) return value % n;
    }
  };
}

function checkCard({ serial, prizeFen, proof, result }) {
  const counts = new Map();
  for (const { code } of result.symbols) counts.set(code, (counts.get(code) ?? 0) + 1);
  const threes = [...counts.values()].filter((n) => n >= 3).length;
  return [
    ['the path leads to the root that was published before the sale', walk(leaf(serial, prizeFen, proof.salt), proof.path) === proof.root],
    ['nine symbols', result.symbols.length === 9],
    [prizeFen > 0 ? 'three are alike, of one symbol only' : 'no three are alike', threes === (prizeFen > 0 ? 1 : 0)],
  ];
}

function checkPool({ pool, description = { code: pool.type, tickets: pool.tickets, prizes: pool.prizes } }) {
  const seed = Buffer.from(pool.seed, 'hex');
  const { code, tickets, prizes } = description;
  const cards = prizes.flatMap(({ fen, count }) => Array(count).fill(fen));
  while (cards.length < tickets) cards.push(0);
  const below = numbers(seed, `${code}/${pool.pool}`);
  for (let i = tickets - 1; i > 0; i--) {
    const j = below(i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  const salt = (serial) =>
    createHmac('sha256', seed).update(`${code}/${pool.pool}/salt/${serial}`).digest().subarray(0, 16).toString('hex');
  const listed = pool.cards.items;
  return [
    ['the seed gives the list that the root commits to', root(cards.map((fen, i) => leaf(i + 1, fen, salt(i + 1)))) === pool.commit],
    [
      'the list that was shown is that list',
      listed.every((card) => cards[card.serial - 1] === card.prizeFen && salt(card.serial) === card.salt),
    ],
  ];
}

const USAGE =
  'node scripts/verify-card.mjs < card.json (models of GET /api/Activity/ScratchCard) or pool.json ({"pool": models of ScratchPool})';

/** What can be checked, or the reason why nothing can: a closed card and a pool on sale do not publish their proofs yet. */
function findingsOf(text) {
  let given;
  try {
    given = JSON.parse(text);
  } catch (error) {
    return `not JSON: ${error.message}`;
  }
  // The whole answer does as well as its models.
  const models = given?.models ?? given;
  if (typeof models !== 'object' || models === null) return 'neither a card nor a pool';
  if ('pool' in models && typeof models.pool === 'object' && models.pool !== null) {
    if (typeof models.pool.seed !== 'string') return 'the pool has no seed: it is published when every card of it is open';
    return Array.isArray(models.pool.cards?.items) ? checkPool(models) : 'the pool has no list of cards (cards.items)';
  }
  if (models.proof === undefined && models.result === undefined) return 'neither a card that is open nor a pool';
  const whole = typeof models.proof?.salt === 'string' && Array.isArray(models.proof.path) && Array.isArray(models.result?.symbols);
  return whole ? checkCard(models) : 'the card has no proof yet: open it first';
}

let found;
try {
  found = findingsOf(await text(process.stdin));
} catch (error) {
  found = `its fields are not those of a card or a pool: ${error.message}`;
}
if (typeof found === 'string') {
  console.error(`${found}\n${USAGE}`);
  process.exitCode = 2;
} else {
  for (const [what, holds] of found) console.log(`${holds ? '✓' : '✗'} ${what}`);
  process.exitCode = found.every(([, holds]) => holds) ? 0 : 1;
}
