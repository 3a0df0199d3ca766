import { type ReactNode, useState } from 'react';
import type { Tone } from '../../../descriptions/types.ts';
import type { Action, BlockDescription, BlockProps } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { Icon, isIconName } from '../../kit/icon.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { SkeletonBlock } from '../../kit/skeleton.tsx';
import { GameBadge } from '../shared/game-badge.tsx';
import { useDocument } from '../shared/use-loaded.ts';
import './cells.css';

export interface Cell {
  readonly label: string;
  readonly note?: string;
  readonly value?: string;
  readonly icon?: string;
  readonly when?: string;
  readonly danger?: boolean;
  readonly action?: Action;
  /** Asks before the action is performed. */
  readonly confirm?: { readonly title: string; readonly text: string; readonly ok: string };
}

export interface CellsBlock extends BlockDescription {
  readonly block: 'cells';
  readonly title?: string;
  readonly items?: readonly Cell[];
  /** Entries of a menu description as rows. */
  readonly menu?: string;
}

interface Menu {
  readonly entries: readonly {
    readonly code: string;
    readonly label: string;
    readonly note?: string;
    readonly icon?: { readonly text?: string; readonly tone?: Tone };
  }[];
}

export default function Cells({ block }: BlockProps<CellsBlock>): ReactNode {
  const screen = useScreen();
  const [asked, setAsked] = useState<Cell | null>(null);
  const items = (block.items ?? []).filter((item) => item.when === undefined || screen.test(item.when));
  const choose = (item: Cell): void => {
    if (item.confirm) setAsked(item);
    else if (item.action) void screen.act(item.action);
  };
  return (
    <section aria-label={block.title}>
      {block.title ? <h2 className="section-title">{screen.text(block.title)}</h2> : null}
      {items.length > 0 ? (
        <ul className="card">
          {items.map((item) => (
            <li key={item.label}>
              <CellRow item={item} onChoose={item.action ? () => choose(item) : undefined} />
            </li>
          ))}
        </ul>
      ) : null}
      {block.menu ? <MenuCells code={block.menu} /> : null}
      {asked?.confirm ? (
        <Sheet
          open
          place="centre"
          title={asked.confirm.title}
          onClose={() => setAsked(null)}
          footer={
            <>
              <Button onClick={() => setAsked(null)}>取消</Button>
              <Button
                variant="primary"
                onClick={() => {
                  const { action } = asked;
                  setAsked(null);
                  if (action) void screen.act(action);
                }}
              >
                {asked.confirm.ok}
              </Button>
            </>
          }
        >
          <p>{asked.confirm.text}</p>
        </Sheet>
      ) : null}
    </section>
  );
}

function CellRow({ item, onChoose }: { readonly item: Cell; readonly onChoose: (() => void) | undefined }): ReactNode {
  const screen = useScreen();
  const value = item.value ? screen.text(item.value) : '';
  const note = item.note ? screen.text(item.note) : '';
  const content = (
    <>
      {isIconName(item.icon) ? (
        <span className="cell__icon">
          <Icon name={item.icon} size={22} />
        </span>
      ) : null}
      <span className="row__body">
        <span className="row__main">
          <span className="row__title">{screen.text(item.label)}</span>
          {note ? <span className="row__note">{note}</span> : null}
        </span>
        {value ? <span className="row__value is-muted tabular">{value}</span> : null}
      </span>
    </>
  );
  if (!onChoose) return <div className="row">{content}</div>;
  if (item.danger)
    return (
      <button type="button" className="row cell--danger" onClick={onChoose}>
        {content}
      </button>
    );
  return (
    <button type="button" className="row" onClick={onChoose}>
      {content}
      <span className="row__next">
        <Icon name="next" size={18} />
      </span>
    </button>
  );
}

function MenuCells({ code }: { readonly code: string }): ReactNode {
  const host = useHost();
  const { value: menu, failed, retry } = useDocument<Menu>('menu', code);
  if (!menu) return failed ? <ErrorState text="菜单加载失败" onRetry={retry} inline /> : <SkeletonBlock rows={4} />;
  return (
    <ul className="card">
      {menu.entries.map((entry) => (
        <li key={entry.code}>
          <button type="button" className="row" data-menu={entry.code} onClick={() => host.openMenu(entry.code)}>
            <span className="cell__badge">
              <GameBadge text={entry.icon?.text ?? [...entry.label].slice(0, 1).join('')} tone={entry.icon?.tone ?? 'ink'} soft />
            </span>
            <span className="row__main">
              <span className="row__title">{entry.label}</span>
              {entry.note ? <span className="row__note">{entry.note}</span> : null}
            </span>
            <span className="row__next">
              <Icon name="next" size={18} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
