import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { IndexedGame, Tone } from '../../../descriptions/types.ts';
import type { MenuGridBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { EntryEmblem, GameEmblem } from '../../kit/emblem.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { gamesOf } from '../parts/games-of.ts';
import { useDocument, useOpenMenus } from '../parts/use-loaded.ts';
import './menu-grid.css';

interface Menu {
  readonly entries: readonly {
    readonly code: string;
    readonly label: string;
    readonly disabledReason?: string;
    readonly icon?: { readonly name?: string; readonly tone?: Tone };
  }[];
}

export default function MenuGrid({ block }: BlockProps<MenuGridBlock>): ReactNode {
  const screen = useScreen();
  const { more } = block;
  return (
    <section className="menu-grid" aria-label={screen.text(block.title) || undefined}>
      {block.title ? (
        <h2 className="section-title">
          {screen.text(block.title)}
          {more ? (
            <button type="button" className="section-title__more" onClick={() => void screen.act(more.action)}>
              {screen.text(more.label)}
            </button>
          ) : null}
        </h2>
      ) : null}
      {block.section ? (
        <GameCards section={block.section} most={block.most} />
      ) : block.menu ? (
        <MenuTiles code={block.menu} closed={block.closed} under={block.title !== undefined} />
      ) : null}
    </section>
  );
}

function GameCards({ section, most }: { readonly section: string; readonly most: number | undefined }): ReactNode {
  const host = useHost();
  const { current } = useSnapshot(host.index);
  const games = gamesOf(current.games as readonly IndexedGame[], section).slice(0, most);
  if (games.length === 0) return <p className="card menu-grid__none">暂无可玩的游戏</p>;
  return (
    <ul className="menu-grid__games">
      {games.map((game) => (
        <li key={game.code}>
          <button type="button" className="menu-grid__game" data-game={game.code} onClick={() => host.openGame(game.code)}>
            <GameEmblem menu={game.menu} />
            <span className="menu-grid__text">
              <span className="menu-grid__name">{game.name}</span>
              <span className="row__note">{game.disabled ? '暂停销售' : (game.menu.tagline ?? '')}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

type Entry = Menu['entries'][number];

interface MenuTilesProps {
  readonly code: string;
  readonly closed: MenuGridBlock['closed'];
  /** The block has a heading of its own. */
  readonly under: boolean;
}

function MenuTiles({ code, closed, under }: MenuTilesProps): ReactNode {
  const { value: menu, failed, retry } = useDocument<Menu>('menu', code);
  const open = useOpenMenus(closed === undefined ? undefined : menu?.entries.map((entry) => entry.code));
  if (failed && !menu) return <ErrorState text="菜单加载失败" onRetry={retry} inline />;
  if (!menu || (closed !== undefined && !open)) return <Places closed={closed} />;
  const leads = (entry: Entry): boolean => closed === undefined || open?.has(entry.code) === true;
  const later = closed === 'last' ? menu.entries.filter((entry) => !leads(entry)) : [];
  return (
    <div className="card menu-grid__menu">
      <ul className="menu-grid__tiles">
        {menu.entries.filter(leads).map((entry) => (
          <li key={entry.code}>
            <MenuTile entry={entry} />
          </li>
        ))}
      </ul>
      {later.length > 0 ? (
        <>
          {under ? <h3 className="menu-grid__later">即将开放</h3> : <h2 className="menu-grid__later">即将开放</h2>}
          <ul className="menu-grid__tiles menu-grid__tiles--later">
            {later.map((entry) => (
              <li key={entry.code}>
                <MenuTile entry={entry} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

function MenuTile({ entry }: { readonly entry: Entry }): ReactNode {
  const host = useHost();
  return (
    <button type="button" className="menu-grid__tile" data-menu={entry.code} onClick={() => host.openMenu(entry.code)}>
      <EntryEmblem icon={entry.icon} />
      <span className="menu-grid__label">{entry.label}</span>
    </button>
  );
}

/** Places that are still empty: about as many as will be there. */
function Places({ closed }: { readonly closed: MenuGridBlock['closed'] }): ReactNode {
  return (
    <div className="card menu-grid__menu" aria-busy="true">
      <span className="visually-hidden">加载中</span>
      <EmptyTiles count={closed === undefined ? 8 : 4} />
      {closed === 'last' ? (
        <>
          <p className="menu-grid__later">&nbsp;</p>
          <EmptyTiles count={12} />
        </>
      ) : null}
    </div>
  );
}

function EmptyTiles({ count }: { readonly count: number }): ReactNode {
  return (
    <ul className="menu-grid__tiles" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // The places are alike and never move
        <li key={index} className="menu-grid__tile">
          <span className="emblem--waiting skeleton" />
          <span className="menu-grid__label">&nbsp;</span>
        </li>
      ))}
    </ul>
  );
}
