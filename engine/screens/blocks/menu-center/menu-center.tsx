import { type ReactNode, useState } from 'react';
import type { MenuCenterBlock } from '../../../descriptions/generated/screen.ts';
import type { Tone } from '../../../descriptions/types.ts';
import type { BlockProps, KeyValueStore } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { EntryEmblem } from '../../kit/emblem.tsx';
import { plainText } from '../../../search/plain-text.ts';
import { useSimplified } from '../../kit/use-search-words.ts';
import { ErrorState } from '../../kit/error-state.tsx';
import { DescribedEmpty } from '../parts/described-empty.tsx';
import { useDocuments, useOpenMenus } from '../parts/use-loaded.ts';
import './menu-center.css';

interface Entry {
  readonly code: string;
  readonly label: string;
  readonly disabledReason?: string;
  readonly icon?: { readonly name?: string; readonly tone?: Tone };
}

interface Menu {
  readonly entries: readonly Entry[];
}

/** Codes as they were kept; undefined when nothing was, or nothing that can be read. */
function readStoredCodes(storage: KeyValueStore, name: string): readonly string[] | undefined {
  try {
    const stored: unknown = JSON.parse(storage.get(name) ?? 'null');
    return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : undefined;
  } catch {
    return undefined;
  }
}

export default function MenuCenter({ block }: BlockProps<MenuCenterBlock>): ReactNode {
  const host = useHost();
  const screen = useScreen();
  const { groups, favourites } = block;
  const {
    value: menus,
    failed,
    retry,
  } = useDocuments<Menu>(
    'menu',
    groups.map(({ menu }) => menu),
  );
  const all = menus?.flatMap(({ entries }) => entries) ?? [];
  const open = useOpenMenus(menus === undefined ? undefined : all.map(({ code }) => code));
  const [favouriteCodes, setFavouriteCodes] = useState(() => readStoredCodes(host.storage, favourites.name) ?? favourites.first);
  const [choosing, setChoosing] = useState(false);
  const typed = plainText(screen.text(block.search).trim());
  const having = (words: string) => (entry: Entry) => plainText(entry.label).includes(words);
  const looked = useSimplified(typed, all.length > 0 && !all.some(having(typed)));
  const found = having(looked);

  if (failed && menus === undefined) return <ErrorState text="功能加载失败" onRetry={retry} inline />;
  if (menus === undefined || open === undefined)
    return <Waiting places={[favourites.first.length, ...groups.map(({ places = 8 }) => places)]} />;

  const known = favouriteCodes.filter((code) => all.some((entry) => entry.code === code));
  const full = known.length >= favourites.most;
  const choose = (code: string): void => {
    if (!known.includes(code) && full) {
      host.toast(`最多 ${favourites.most} 个，请先取消一个`);
      return;
    }
    const next = known.includes(code) ? known.filter((each) => each !== code) : [...known, code];
    host.storage.set(favourites.name, JSON.stringify(next));
    setFavouriteCodes(next);
  };
  const tile = (entry: Entry): ReactNode => (
    <li key={entry.code}>
      <Tile entry={entry} open={open.has(entry.code)} chosen={choosing ? known.includes(entry.code) : undefined} onChoose={choose} />
    </li>
  );

  return (
    <div className="menu-center">
      {looked === '' ? (
        <section aria-label={screen.text(favourites.title)}>
          <h2 className="section-title">
            <span>
              {screen.text(favourites.title)}{' '}
              <span className="menu-center__count" role="status">
                {choosing ? `${known.length}/${favourites.most}` : ''}
              </span>
            </span>
            <button type="button" className="section-title__more" aria-pressed={choosing} onClick={() => setChoosing(!choosing)}>
              {choosing ? '完成' : '编辑'}
            </button>
          </h2>
          <div className="card menu-center__card">
            {known.length === 0 ? <p className="menu-center__none">还没有常用功能，点“编辑”添加</p> : null}
            <ul className="menu-center__tiles">
              {known.map((code) => all.find((entry) => entry.code === code)).map((entry) => (entry === undefined ? null : tile(entry)))}
            </ul>
          </div>
        </section>
      ) : null}
      {groups.map((group, at) => {
        const entries = (menus[at]?.entries ?? []).filter(found);
        const title = screen.text(group.title);
        return entries.length === 0 ? null : (
          <section key={group.menu} aria-label={title}>
            <h2 className="section-title">{title}</h2>
            <div className="card menu-center__card">
              <ul className="menu-center__tiles">{entries.map(tile)}</ul>
            </div>
          </section>
        );
      })}
      {all.some(found) || block.empty === undefined ? null : <DescribedEmpty empty={block.empty} />}
    </div>
  );
}

interface TileProps {
  readonly entry: Entry;
  readonly open: boolean;
  /** Whether it is a favourite, while these are chosen; else undefined. */
  readonly chosen: boolean | undefined;
  readonly onChoose: (code: string) => void;
}

function Tile({ entry, open, chosen, onChoose }: TileProps): ReactNode {
  const host = useHost();
  const reason = entry.disabledReason ?? (open ? '' : '即将开放');
  return (
    <button
      type="button"
      className="menu-center__tile"
      data-menu={entry.code}
      {...(chosen === undefined ? {} : { 'aria-pressed': chosen })}
      onClick={() => (chosen === undefined ? host.openMenu(entry.code) : onChoose(entry.code))}
    >
      <EntryEmblem icon={entry.icon} />
      <span className="menu-center__label">{entry.label}</span>
      {reason && chosen === undefined ? <span className="menu-center__reason">{reason}</span> : null}
      {chosen === undefined ? null : (
        <span className="menu-center__mark" aria-hidden="true">
          {chosen ? '✓' : '+'}
        </span>
      )}
    </button>
  );
}

/** As high as what comes: nothing below moves. */
function Waiting({ places }: { readonly places: readonly number[] }): ReactNode {
  return (
    <div className="menu-center" aria-busy="true">
      <span className="visually-hidden">加载中</span>
      {places.map((count, at) => (
        // The places are alike and never move
        <section key={at} aria-hidden="true">
          <p className="section-title">&nbsp;</p>
          <div className="card menu-center__card">
            <ul className="menu-center__tiles">
              {Array.from({ length: count }, (_, n) => (
                <li key={n} className="menu-center__tile">
                  <span className="emblem--waiting skeleton" />
                  <span className="menu-center__label">&nbsp;</span>
                </li>
              ))}
            </ul>
          </div>
        </section>
      ))}
    </div>
  );
}
