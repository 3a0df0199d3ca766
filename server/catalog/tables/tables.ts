/** The product's own tables that several modules read: avatars, frames, emotes, and the rules of members (levels, tasks, check-in). */
import avatars from './avatars.json' with { type: 'json' };
import emotes from './emotes.json' with { type: 'json' };
import frames from './frames.json' with { type: 'json' };
import member from './member.json' with { type: 'json' };

export const AVATAR_TABLE = avatars;
export const EMOTE_TABLE = emotes;
export const FRAME_TABLE = frames;
export const MEMBER_TABLE = member;
