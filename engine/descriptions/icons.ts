/**
 * The pictures that a description may name. Controls are thin lines and drawn in engine/screens/kit/icon.tsx; the others are drawn in two
 * tones, one file each in engine/screens/kit/icons. A scene (engine/screens/kit/scenes) is larger and stands where there is nothing.
 */
import { DRAWN_ICONS, SCENES } from './generated/drawings.js';

export const CONTROL_NAMES = [
  'back',
  'next',
  'close',
  'check',
  'plus',
  'minus',
  'trash',
  'edit',
  'star',
  'offline',
  'tools',
  'pause',
  'play',
  'copy',
  'search',
  'swap',
  'more',
  'up',
  'down',
] as const;

export const ICON_NAMES = [...CONTROL_NAMES, ...DRAWN_ICONS] as const;
export const SCENE_NAMES = SCENES;

export type ControlName = (typeof CONTROL_NAMES)[number];
export type IconName = (typeof ICON_NAMES)[number];
export type SceneName = (typeof SCENES)[number];

/** What a game shows when neither it nor its family names an icon. */
export const GAME_ICON = 'balls' satisfies IconName;
/** What a menu entry shows that names none. */
export const ENTRY_ICON = 'grid' satisfies IconName;
