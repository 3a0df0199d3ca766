import type { ReactNode } from 'react';
import type { Tone } from '../../../descriptions/types.ts';
import type { Cell, CellsBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { EntryEmblem } from '../../kit/emblem.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { Icon, isIconName } from '../../kit/icon.tsx';
import { IN_DOUBT_TEXT, useAction } from '../../core/use-action.ts';
import { SkeletonBlock } from '../../kit/skeleton.tsx';
import { Marks } from '../parts/marks.tsx';
import { useDocument } from '../parts/use-loaded.ts';
import './cells.css';

interface Menu {
  readonly entries: readonly {
    readonly code: string;
    readonly label: string;
    readonly note?: string;
    readonly icon?: { readonly name?: string; readonly tone?: Tone };
  }[];
}

export default function Cells({ block }: BlockProps<CellsBlock>): ReactNode {
  const screen = useScreen();
  const items = (block.items ?? []).filter((item) => screen.test(item.when));
  return (
    <section aria-label={screen.text(block.title) || undefined}>
      {block.title ? <h2 className="section-title">{screen.text(block.title)}</h2> : null}
      {items.length > 0 ? (
        <ul className="card">
          {items.map((item) => (
            <li key={item.label.source}>
              <CellRow item={item} />
            </li>
          ))}
        </ul>
      ) : null}
      {block.menu ? <MenuCells code={block.menu} /> : null}
    </section>
  );
}

function CellRow({ item }: { readonly item: Cell }): ReactNode {
  const screen = useScreen();
  const { state, run } = useAction(item.action);
  const value = state === 'doubt' ? IN_DOUBT_TEXT : screen.text(item.value);
  const note = screen.text(item.note);
  const picture = screen.text(item.picture);
  const content = (
    <>
      {isIconName(item.icon) ? (
        <span className="cell__icon">
          <Icon name={item.icon} size={22} />
        </span>
      ) : null}
      {picture ? <img className="cell__picture" src={picture} alt="" /> : null}
      <span className="row__body">
        <span className="row__main">
          <span className="row__title">{screen.text(item.label)}</span>
          {note ? <span className="row__note">{note}</span> : null}
        </span>
        {value || item.marks ? (
          <span className="row__value is-muted tabular">
            <Marks marks={item.marks} />
            {value}
          </span>
        ) : null}
      </span>
    </>
  );
  if (!item.action) return <div className="row">{content}</div>;
  return (
    <button type="button" className={item.danger ? 'row cell--danger' : 'row'} disabled={state !== 'idle'} onClick={() => void run()}>
      {content}
      {item.danger ? null : (
        <span className="row__next">
          <Icon name="next" size={18} />
        </span>
      )}
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
            <EntryEmblem icon={entry.icon} size={26} />
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
