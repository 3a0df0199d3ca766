/** Computes the root that an opened scratch card leads to, on this phone: the server's word is not needed. */
import Hex from 'crypto-js/enc-hex.js';
import sha256 from 'crypto-js/sha256.js';
import { fromHex, merkleLeaf, merkleRootFromPath, toHex } from '../../../../rules/scratch.ts';

export interface CardProof {
  readonly root: string;
  readonly salt: string;
  readonly path: readonly string[];
}

const digest = (bytes: Uint8Array): Uint8Array => fromHex(sha256(Hex.parse(toHex(bytes))).toString(Hex));

/** Hex. Throws for an invalid path. */
export const rootOfCard = (serial: number, prizeFen: number, { salt, path }: CardProof): string =>
  merkleRootFromPath(merkleLeaf(serial, prizeFen, salt, digest), path, digest);
