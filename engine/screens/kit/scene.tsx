import type { ReactNode } from 'react';
import scenesUrl from '../../descriptions/generated/scenes.svg?url';
import { SCENE_NAMES, type SceneName } from '../../descriptions/icons.ts';

export type { SceneName };

const KNOWN: ReadonlySet<unknown> = new Set(SCENE_NAMES);

export function isSceneName(name: unknown): name is SceneName {
  return KNOWN.has(name);
}

/** A picture of two tones where there is nothing to show. Fetched when the first of them is drawn. */
export function Scene({ name }: { readonly name: SceneName }): ReactNode {
  return (
    <svg className="scene" width={120} height={96} viewBox="0 0 120 96" aria-hidden="true" focusable="false">
      <use href={`${scenesUrl}#${name}`} />
    </svg>
  );
}
