import { type ReactNode, useEffect, useMemo } from 'react';
import type { RowsBlock } from '../../../descriptions/generated/screen.ts';
import { useScreen, useScreenState } from '../../core/hooks.ts';
import { itemScope } from '../../core/idempotent-calls.ts';
import { Button } from '../../kit/button.tsx';
import { ActionButton, useShown } from '../parts/action-button.tsx';
import { useKeys } from '../parts/records.tsx';
import { List } from './list.tsx';
import './select.css';

export interface SelectListProps {
  readonly block: RowsBlock;
  readonly select: NonNullable<RowsBlock['select']>;
  readonly records: readonly unknown[];
}

const NONE: readonly string[] = [];

/** Rows with checkboxes. The chosen keys are a list in the screen's state; what to do with them stands under the list. */
export default function SelectList({ block, select, records }: SelectListProps): ReactNode {
  const screen = useScreen();
  const keyOf = useKeys(block.key);
  const [storedSelection, storeSelection] = useScreenState<readonly string[]>(select.name);
  const chosen = storedSelection ?? NONE;
  const keys = useMemo(() => new Set(records.map(keyOf)), [records, keyOf]);
  const actions = useShown(select.actions);

  // What left the list (it was deleted, or a filter hid it) is not chosen any more.
  useEffect(() => {
    const present = chosen.filter((key) => keys.has(key));
    if (present.length < chosen.length) storeSelection(present);
  }, [chosen, keys, storeSelection]);

  const full = select.most !== undefined && chosen.length >= select.most;
  const around = (row: ReactNode, key: string, record: unknown, index: number): ReactNode => {
    const checked = chosen.includes(key);
    const box = (
      <input
        type="checkbox"
        className="select-row__box"
        checked={checked}
        disabled={full && !checked}
        aria-label={block.row.action ? `选择 ${screen.text(block.row.title, itemScope(screen.scope, record, index, key))}` : undefined}
        onChange={() => storeSelection(checked ? chosen.filter((each) => each !== key) : [...chosen, key])}
      />
    );
    const content = (
      <>
        {box}
        <span className="select-row__row">{row}</span>
      </>
    );
    // A row that leads nowhere is itself the checkbox's label.
    return block.row.action || block.row.swipe || block.row.actions ? (
      <div className="select-row">{content}</div>
    ) : (
      <label className="select-row">{content}</label>
    );
  };

  return (
    <>
      <List block={block} records={records} around={around} />
      <div className="select-bar card">
        <span className="select-bar__count tabular" role="status">
          已选 {chosen.length} 项{full ? `，最多 ${select.most} 项` : ''}
        </span>
        {chosen.length > 0 ? (
          <Button variant="quiet" onClick={() => storeSelection(NONE)}>
            清空
          </Button>
        ) : null}
        <span className="select-bar__actions">
          {actions.map((button) => (
            <ActionButton key={button.label.source} button={button} />
          ))}
        </span>
      </div>
    </>
  );
}
