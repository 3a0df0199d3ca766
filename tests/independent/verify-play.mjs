// Checks plays of small games with nothing of ours: SHA-256, HMAC-SHA256 and engine/small/FAIRNESS.md.
//
//   node tests/independent/verify-play.mjs records.json games-folder
//
// records.json holds what /api/Activity/SmallGameOrderRecordList answered (`models`). Exit code 1 when one play does not follow from its seed.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

function numbers(seed, name) {
  let block = Buffer.alloc(0);
  let at = 0;
  let i = 0;
  const byte = () => {
    if (at === block.length) {
      block = createHmac('sha256', seed).update(`${name}/${i}`).digest();
      i += 1;
      at = 0;
    }
    return block[at++];
  };
  // n is at most 256 here, so one byte will do.
  return (n) => {
    if (n === 1) return 0;
    for (;;) {
      const v = byte();
      if (v < 256 - (256 % n)) return v % n;
    }
  };
}

const rank = (card) => Math.floor(card / 4) + 1;

function posts(uniform, widths) {
  for (;;) {
    const first = uniform(52);
    let second = uniform(51);
    if (second >= first) second += 1;
    const [low, high] = [Math.min(first, second), Math.max(first, second)];
    if (widths.includes(rank(high) - rank(low) - 1)) return [low, high];
  }
}

function drawn(game, { seed, phoneSeed, name }) {
  const key = Buffer.from(seed, 'hex');
  const uniform = numbers(key, `${game.code}/${name}${phoneSeed === '' ? '' : `/${phoneSeed}`}`);
  if (game.slot) return { stops: game.slot.reels.map((strip) => uniform(strip.length)) };
  if (game.dice) return { dice: [1, 2, 3].map(() => uniform(6) + 1) };
  const gates = posts(
    numbers(key, `${game.code}/${name}/deal`),
    // A pair is a gate of −1 ranks.
    [...game.gate.odds.map(({ width }) => width), ...(game.gate.pairs ? [-1] : [])],
  );
  const left = Array.from({ length: 52 }, (_, card) => card).filter((card) => !gates.includes(card));
  return { posts: gates, card: left[uniform(50)] };
}

const [, , file, folder] = process.argv;
const { items } = JSON.parse(readFileSync(file, 'utf8'));
let wrong = 0;
let checked = 0;
for (const { playId, gameCode, proof, outcome } of items) {
  if (proof === null) continue;
  const game = JSON.parse(readFileSync(`${folder}/${gameCode}.json`, 'utf8'));
  const commit = createHash('sha256').update(Buffer.from(proof.seed, 'hex')).digest('hex');
  const ours = drawn(game, proof);
  const same = Object.entries(ours).every(([what, value]) => JSON.stringify(outcome[what]) === JSON.stringify(value));
  checked += 1;
  if (commit === proof.commit && same) continue;
  wrong += 1;
  console.log(
    `${playId}: ${commit === proof.commit ? `drawn ${JSON.stringify(outcome)}, but the seed gives ${JSON.stringify(ours)}` : 'the seed is not the one that was committed to'}`,
  );
}
console.log(`${checked} plays checked, ${wrong} wrong`);
process.exit(wrong > 0 ? 1 : 0);
