import type { ReactNode } from 'react';
import type { Tone } from '../../../descriptions/types.ts';
import './game-badge.css';

/** The short name of a game or a menu entry on its colour: what stands where there is no picture. Decoration beside the name. */
export function GameBadge({
  text,
  tone = 'red',
  soft = false,
}: {
  readonly text: string;
  readonly tone?: Tone;
  readonly soft?: boolean;
}): ReactNode {
  const length = [...text].length;
  const size = length <= 1 ? 'one' : length === 2 ? 'two' : 'many';
  return (
    <span className={`game-badge game-badge--${size} tone-${tone}${soft ? ' game-badge--soft' : ''}`} aria-hidden="true">
      {text}
    </span>
  );
}
