import type { ReactNode } from 'react';
import { ENTRY_ICON, GAME_ICON } from '../../descriptions/icons.ts';
import type { GameMenu, Tone } from '../../descriptions/types.ts';
import { Icon, isIconName } from './icon.tsx';

/** The picture of a game: its icon on its colour, and a mark in the corner where several games have the same icon. Decoration beside the name. */
export function GameEmblem({
  menu,
  size = 44,
}: {
  readonly menu: Pick<GameMenu, 'icon' | 'mark' | 'tone'>;
  readonly size?: number;
}): ReactNode {
  const { icon, mark, tone = 'red' } = menu;
  return (
    <span className={`emblem tone-${tone}`} style={{ width: size, height: size }} aria-hidden="true">
      <Icon name={isIconName(icon) ? icon : GAME_ICON} size={Math.round(size * 0.64)} />
      {isIconName(mark) ? (
        <span className="emblem__mark">
          <Icon name={mark} size={Math.round(size * 0.29)} />
        </span>
      ) : null}
    </span>
  );
}

/** The picture of a menu entry: its icon in its colour, with nothing around it. */
export function EntryEmblem({
  icon,
  size = 32,
}: {
  readonly icon: { readonly name?: string; readonly tone?: Tone } | undefined;
  readonly size?: number;
}): ReactNode {
  const { name, tone = 'ink' } = icon ?? {};
  return (
    <span className={`entry-emblem tone-${tone}`} aria-hidden="true">
      <Icon name={isIconName(name) ? name : ENTRY_ICON} size={size} />
    </span>
  );
}
