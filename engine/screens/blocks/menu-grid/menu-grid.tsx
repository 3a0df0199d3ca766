import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { IndexedGame, Tone } from '../../../descriptions/types.ts';
import type { MenuGridBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { EntryEmblem, GameEmblem } from '../../kit/emblem.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { useDocument } from '../parts/use-loaded.ts';
import './menu-grid.css';

interface Menu {
  readonly entries: readonly {
    readonly code: string;
    readonly label: string;
    readonly disabledReason?: string;
    readonly icon?: { readonly name?: string; readonly tone?: Tone };
  }[];
}

export function gamesOf(games: readonly IndexedGame[], section: string): readonly IndexedGame[] {
  return games.filter((game) => game.menu.section === section).sort((a, b) => a.menu.order - b.menu.order || (a.code < b.code ? -1 : 1));
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
      {block.section ? <GameCards section={block.section} most={block.most} /> : block.menu ? <MenuTiles code={block.menu} /> : null}
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

function MenuTiles({ code }: { readonly code: string }): ReactNode {
  const host = useHost();
  const { value: menu, failed, retry } = useDocument<Menu>('menu', code);
  if (failed && !menu) return <ErrorState text="菜单加载失败" onRetry={retry} inline />;
  return (
    <ul className="menu-grid__tiles card">
      {(menu?.entries ?? Array.from({ length: 8 }, () => null)).map((entry, index) =>
        entry ? (
          <li key={entry.code}>
            <button type="button" className="menu-grid__tile" data-menu={entry.code} onClick={() => host.openMenu(entry.code)}>
              <EntryEmblem icon={entry.icon} />
              <span className="menu-grid__label">{entry.label}</span>
            </button>
          </li>
        ) : (
          // Places that are still empty
          <li key={index} className="menu-grid__tile" aria-hidden="true">
            <span className="emblem--waiting skeleton" />
            <span className="menu-grid__label">&nbsp;</span>
          </li>
        ),
      )}
    </ul>
  );
}
