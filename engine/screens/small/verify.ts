/** Recomputes a play from its seeds, on this phone: the server's word is not needed. */
import Hex from 'crypto-js/enc-hex.js';
import hmacSha256 from 'crypto-js/hmac-sha256.js';
import sha256 from 'crypto-js/sha256.js';
import type { Hmac } from '../../rules/fairness.ts';
import { outcomeOf } from '../../small/play.ts';
import type { SmallGame } from '../../small/types.ts';
import { resultText } from '../../small/words.ts';
import type { Played, Proof } from './answers.ts';

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const words = (bytes: Uint8Array) => Hex.parse(toHex(bytes));
const hmac: Hmac = (key, message) => fromHex(hmacSha256(words(message), words(key)).toString(Hex));

export function verifyPlay(game: SmallGame, outcome: Played['outcome'], proof: Proof): { readonly ok: boolean; readonly text: string } {
  if (sha256(Hex.parse(proof.seed)).toString(Hex) !== proof.commit) return { ok: false, text: '种子与公布的指纹不符' };
  const ours = outcomeOf(game, proof.name, proof.phoneSeed, fromHex(proof.seed), hmac);
  const same = Object.entries(ours).every(
    ([what, value]) => JSON.stringify(outcome[what as keyof typeof outcome]) === JSON.stringify(value),
  );
  return same
    ? { ok: true, text: `种子与公布的指纹一致；由双方种子算出 ${resultText(game, ours)}，与开出结果一致` }
    : { ok: false, text: `种子算出的是 ${resultText(game, ours)}，与开出结果不一致` };
}
