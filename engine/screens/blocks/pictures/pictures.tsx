import { type ReactNode, useContext } from 'react';
import { asText } from '../../../descriptions/screens/expression.ts';
import type { PicturesBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps, Scope } from '../../core/contract.ts';
import { ScopeContext, useScreen, useScreenState } from '../../core/hooks.ts';
import { itemScope } from '../../core/idempotent-calls.ts';
import { Icon } from '../../kit/icon.tsx';
import { Records, useKeys } from '../parts/records.tsx';
import './pictures.css';

/** Pictures in a grid; with a name one of them is chosen, and kept in the screen's state. */
export default function Pictures({ block }: BlockProps<PicturesBlock>): ReactNode {
  return <Records block={block}>{(records) => <Grid block={block} records={records} />}</Records>;
}

function Grid({ block, records }: { readonly block: PicturesBlock; readonly records: readonly unknown[] }): ReactNode {
  const screen = useScreen();
  const outer = useContext(ScopeContext);
  const keyOf = useKeys(block.key);
  const [storedChoice, choose] = useScreenState(block.name);
  const chosen = storedChoice || asText(screen.value(block.value));
  const items = records.map((record, index) => {
    const key = keyOf(record, index);
    return { key, scope: itemScope(outer, record, index, key) };
  });
  if (block.name === undefined)
    return (
      <ul className="card pictures" aria-label={screen.text(block.label)}>
        {items.map(({ key, scope }) => (
          <li key={key} className="pictures__item">
            <Face block={block} scope={scope} />
          </li>
        ))}
      </ul>
    );
  return (
    <fieldset className="card pictures">
      <legend className="visually-hidden">{screen.text(block.label)}</legend>
      {items.map(({ key, scope }) => {
        const locked = screen.text(block.picture.locked, scope);
        return (
          <button
            key={key}
            type="button"
            className="pictures__item pictures__item--button"
            aria-pressed={key === chosen}
            disabled={locked !== ''}
            onClick={() => choose(key)}
          >
            <Face block={block} scope={scope} />
          </button>
        );
      })}
    </fieldset>
  );
}

function Face({ block: { picture }, scope }: { readonly block: PicturesBlock; readonly scope: Scope }): ReactNode {
  const screen = useScreen();
  const locked = screen.text(picture.locked, scope);
  return (
    <>
      <span className="pictures__frame">
        <img className="pictures__image" src={screen.text(picture.address, scope)} alt="" width={64} height={64} decoding="async" />
        {locked ? (
          <span className="pictures__lock">
            <Icon name="lock" size={16} />
          </span>
        ) : null}
      </span>
      <span className="pictures__label">{screen.text(picture.label, scope)}</span>
      {locked ? <span className="pictures__why">{locked}</span> : null}
    </>
  );
}
