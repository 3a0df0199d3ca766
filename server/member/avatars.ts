/** The pictures that a player may choose from. */
import avatars from './avatars.json' with { type: 'json' };

interface Avatar {
  readonly id: string;
  readonly name: string;
  /** Level from which it may be chosen. */
  readonly level: number;
}

export const AVATARS = avatars as readonly Avatar[];
/** The picture of who has chosen none. */
export const FIRST_AVATAR = (AVATARS[0] as Avatar).id;
export const addressOfAvatar = (id: string): string => `/avatars/${id}.svg`;
