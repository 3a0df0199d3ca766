/** Names for the types of a family of scratch cards (刮刮乐), which schemas/scratch.schema.json defines. */
import type { ScratchDescription } from '../generated/scratch.ts';

export type { ScratchDescription } from '../generated/scratch.ts';
export type ScratchSymbol = ScratchDescription['symbols'][number];
