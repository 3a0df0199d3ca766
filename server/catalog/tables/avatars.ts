/** The pictures that a player may choose from. */
import { AVATAR_TABLE } from './tables.ts';

interface Avatar {
  readonly id: string;
  readonly name: string;
  /** Level from which it may be chosen. */
  readonly level: number;
  /** It is sold in the store, and only who bought it may choose it. */
  readonly bought?: boolean;
}

export const AVATARS = AVATAR_TABLE as readonly Avatar[];
/** The default picture. */
export const FIRST_AVATAR = (AVATARS[0] as Avatar).id;
/** Address of a picture; with a frame, of the two together. */
export const avatarUrl = (id: string, frame: string | null = null): string =>
  frame === null ? `/avatars/${id}.svg` : `/avatars/framed/${frame}/${id}.svg`;
