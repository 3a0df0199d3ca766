import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { isSceneName, Scene, type SceneName } from './scene.tsx';

export interface EmptyProps {
  readonly title: string;
  /** What to do next. */
  readonly note?: string;
  /** A scene, or an icon where a scene would be too much. */
  readonly picture?: SceneName | IconName;
  readonly children?: ReactNode;
}

export function Empty({ title, note, picture = 'no-orders', children }: EmptyProps): ReactNode {
  return (
    <div className="empty">
      <Picture name={picture} />
      <p className="empty__title">{title}</p>
      {note ? <p className="empty__note">{note}</p> : null}
      {children}
    </div>
  );
}

export function Picture({ name }: { readonly name: SceneName | IconName }): ReactNode {
  return (
    <span className={isSceneName(name) ? 'empty__scene' : 'empty__picture'} aria-hidden="true">
      {isSceneName(name) ? <Scene name={name} /> : <Icon name={name} size={32} />}
    </span>
  );
}
