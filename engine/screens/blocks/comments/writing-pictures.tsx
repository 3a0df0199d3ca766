import { type ReactNode, useContext } from 'react';
import type { WritingPictures as Description } from '../../../descriptions/generated/screen.ts';
import { ScopeContext, useScreen } from '../../core/hooks.ts';
import { itemScope } from '../../core/idempotent-calls.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { useKeys } from '../parts/records.tsx';

/** A picture that goes along with a text. */
export interface Picked {
  readonly key: string;
  readonly address: string;
  readonly label: string;
}

/** The pictures to choose from: one of them, or none by a second tap. */
export default function WritingPictures({
  description,
  chosen,
  onChoose,
}: {
  readonly description: Description;
  readonly chosen: string | undefined;
  readonly onChoose: (picture: Picked | undefined) => void;
}): ReactNode {
  const screen = useScreen();
  const outer = useContext(ScopeContext);
  const keyOf = useKeys(description.key);
  const value = screen.value(description.each);
  return (
    <fieldset className="writing__pictures">
      <legend className="visually-hidden">{screen.text(description.title)}</legend>
      {(Array.isArray(value) ? value : []).map((record, index) => {
        const key = keyOf(record, index);
        const scope = itemScope(outer, record, index, key);
        const address = screen.text(description.address, scope);
        const label = screen.text(description.label, scope);
        return (
          <button
            key={key}
            type="button"
            className="writing__picture"
            aria-pressed={key === chosen}
            aria-label={label}
            onClick={() => onChoose(key === chosen ? undefined : { key, address, label })}
          >
            <img src={address} alt="" width={36} height={36} decoding="async" />
          </button>
        );
      })}
      {description.more ? (
        <span className="writing__more">
          <ActionButton button={description.more} quiet />
        </span>
      ) : null}
    </fieldset>
  );
}
