/** Small drawn icons with figures: what a player has earned, in the line that names him. */
import { type ReactNode, useContext } from 'react';
import type { MarksDescription } from '../../../descriptions/generated/screen.ts';
import type { Scope } from '../../core/contract.ts';
import { ScopeContext, useScreenStore } from '../../core/hooks.ts';
import { itemScope } from '../../core/idempotent-calls.ts';
import { Icon, isIconName } from '../../kit/icon.tsx';
import './marks.css';

/** `scope`: of the record that they stand at; that of the groups around when left out. */
export function Marks({ marks, scope }: { readonly marks: MarksDescription | undefined; readonly scope?: Scope }): ReactNode {
  const store = useScreenStore();
  const outer = useContext(ScopeContext);
  if (!marks) return null;
  const within = scope ?? outer;
  const items = store.value(marks.each, within);
  if (!Array.isArray(items) || items.length === 0) return null;
  const drawn = items.map((item, at) => {
    const own = itemScope(within, item, at, '');
    return { icon: store.text(marks.icon, own), text: store.text(marks.text, own), name: store.text(marks.name, own) };
  });
  return (
    <span className="marks" role="img" aria-label={drawn.map(({ name }) => name).join('，')}>
      {drawn.map(({ icon, text, name }) => (
        <span key={name} className="marks__one">
          {isIconName(icon) ? <Icon name={icon} size={16} /> : name}
          {isIconName(icon) ? text : null}
        </span>
      ))}
    </span>
  );
}
