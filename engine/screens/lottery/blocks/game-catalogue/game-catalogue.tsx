import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { issueAt } from '../../../../descriptions/schedule.ts';
import type { IndexedGame } from '../../../../descriptions/types.ts';
import type { GameCatalogueBlock } from '../../../../descriptions/generated/screen.ts';
import { plainText } from '../../../../search/plain-text.ts';
import type { BlockProps, KeyValueStore } from '../../../core/contract.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { useRowSlices } from '../../../core/use-row-slices.ts';
import { Chips } from '../../../kit/chips.tsx';
import { Empty } from '../../../kit/empty.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { OrderPicker } from '../../../kit/order-picker.tsx';
import { useSearchBox, useSimplified } from '../../../kit/use-search-words.ts';
import { useReady } from '../../../blocks/parts/use-ready.ts';
import { GameRow } from '../../game-row.tsx';
import { drawsByGame } from '../../last-draw.tsx';
import { initialsOf } from '../../initials.ts';
import { gamesOf } from '../../../blocks/parts/games-of.ts';
import './game-catalogue.css';

/** Storage keys of specification section 3; the store puts the brand before them. */
export const CATALOGUE_KEYS = { favourites: 'favourites', sort: 'preferredSort', tab: 'gameSection' } as const;

const FAVOURITES = 'favourites';

const SORTS = [
  { value: '', label: '默认排序' },
  { value: 'draw', label: '最近截止' },
  { value: 'name', label: '按名称' },
] as const;

/** A row with a name and a line under it, and the header, the search, the chips and a title above them (px). */
const LEAST_HEIGHT = 64;
const ABOVE = 220;

interface Shelf {
  readonly title: string;
  readonly games: readonly IndexedGame[];
}

/** Every game: by section, by next draw or by name; found by typing, kept by a star. */
export default function GameCatalogue({ block }: BlockProps<GameCatalogueBlock>): ReactNode {
  const host = useHost();
  const screen = useScreen();
  const { current } = useSnapshot(host.index);
  const games = current.games as readonly IndexedGame[];
  const [favourites, setFavourites] = useState(() => readFavourites(host.storage));
  const [sort, setSort] = useState(() => host.storage.get(CATALOGUE_KEYS.sort) ?? '');
  const { text, words, input } = useSearchBox();
  const typed = useSimplified(words, words !== '' && !games.some(having(words)));
  const [tab, setTab] = useState(() => host.storage.get(CATALOGUE_KEYS.tab) ?? '');
  const field = useId();
  // Places are given once: a row that moves under the finger is the wrong game opened.
  const [sortedAt, setSortedAt] = useState(() => host.now());

  const choose = (next: string): void => {
    setSort(next);
    setSortedAt(host.now());
    host.storage.set(CATALOGUE_KEYS.sort, next);
  };
  const toggle = (code: string): void => {
    const next = favourites.includes(code) ? favourites.filter((each) => each !== code) : [...favourites, code];
    setFavourites(next);
    host.storage.set(CATALOGUE_KEYS.favourites, JSON.stringify(next));
  };

  const { sections } = block;
  const sectioned = useMemo(
    () => sections.map(({ section, title }) => ({ section, title: screen.text(title), games: gamesOf(games, section) })),
    [screen, sections, games],
  );
  const tabs = [
    ...(favourites.some((code) => games.some((game) => game.code === code)) ? [{ value: FAVOURITES, label: '收藏' }] : []),
    ...sectioned.flatMap(({ section, title, games: own }) => (own.length > 0 ? [{ value: section as string, label: title }] : [])),
  ];
  // A search looks everywhere, whatever is chosen.
  const chosen = block.tabs && text.trim() === '' ? (tabs.find(({ value }) => value === tab) ?? tabs[0])?.value : undefined;
  const shelves = useMemo(() => {
    const shown = sectioned.filter(({ section }) => chosen === undefined || chosen === FAVOURITES || section === chosen);
    const all = shelvesOf(shown, chosen === undefined || chosen === FAVOURITES ? favourites : [], sort, typed, sortedAt);
    return chosen === FAVOURITES ? all.slice(0, 1) : all;
  }, [sectioned, favourites, sort, typed, sortedAt, chosen]);
  const draws = drawsByGame(screen.value(block.draws));
  const loading = useReady([block.draws]).status === 'loading';
  const chooseTab = (next: string): void => {
    setTab(next);
    host.storage.set(CATALOGUE_KEYS.tab, next);
  };
  const found = shelves.reduce((sum, shelf) => sum + shelf.games.length, 0);
  const { drawn, near, growing, holder } = useRowSlices<HTMLDivElement>(found, LEAST_HEIGHT, ABOVE);

  return (
    <div ref={holder} className={growing ? 'catalogue is-growing' : 'catalogue'}>
      <div className="catalogue__search">
        <label className="visually-hidden" htmlFor={field}>
          搜索彩种
        </label>
        <Icon name="search" size={20} />
        <input id={field} type="search" inputMode="search" autoComplete="off" placeholder="彩种名称或拼音首字母" {...input} />
      </div>
      <div className="chip-line">
        {block.tabs && text.trim() === '' ? (
          <Chips label="分类" chips={tabs} value={chosen ?? ''} onChange={chooseTab} />
        ) : (
          <span className="catalogue__gap" />
        )}
        <OrderPicker label="排序" options={SORTS} value={sort} onChange={choose} />
      </div>
      <SearchAnnouncement text={typed ? `找到 ${found} 个彩种` : ''} />
      {found === 0 ? <Empty title="没有找到彩种" note="换一个名称，或清空搜索" picture="nothing-found" /> : null}
      {firstOf(shelves, drawn).map(({ title, games: listed, before }) => (
        <section key={title} aria-label={title}>
          <h2 className="section-title">{title}</h2>
          <ul className="card">
            {listed.map((game, at) => (
              <li key={game.code} className={before + at < near ? 'catalogue__row lazy-row is-near' : 'catalogue__row lazy-row'}>
                <GameRow
                  game={game}
                  withDraw={block.draws !== undefined}
                  draw={draws?.get(game.code) ?? (loading ? 'loading' : undefined)}
                />
                <button
                  type="button"
                  className="icon-button catalogue__star"
                  aria-pressed={favourites.includes(game.code)}
                  aria-label={`收藏${game.name}`}
                  onClick={() => toggle(game.code)}
                >
                  <Icon name="star" size={22} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The first `count` games on their shelves, with how many stand before those of a shelf. */
function firstOf(shelves: readonly Shelf[], count: number): readonly (Shelf & { readonly before: number })[] {
  let before = 0;
  return shelves.flatMap(({ title, games }) => {
    const shelf = { title, games: games.slice(0, count - before), before };
    before += shelf.games.length;
    return shelf.games.length > 0 ? [shelf] : [];
  });
}

/** What a search found, told once the typing has paused. */
function SearchAnnouncement({ text }: { readonly text: string }): ReactNode {
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncement(text), 500);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  );
}

/** What was stored may be of another time, or tampered with. */
function readFavourites(storage: KeyValueStore): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.get(CATALOGUE_KEYS.favourites) ?? '[]');
    return Array.isArray(stored) ? [...new Set(stored.filter((each): each is string => typeof each === 'string'))] : [];
  } catch {
    return [];
  }
}

/** By a part of the name, by the initials of the whole, or by the code. */
const having =
  (words: string) =>
  ({ name, code }: IndexedGame): boolean =>
    [plainText(name), initialsOf(name), code.toLowerCase()].some((each) => each.includes(words));

/** Pure. Favourites come first in the order they were marked; sorted, there is one shelf, so that the order can be seen. */
export function shelvesOf(
  sectioned: readonly Shelf[],
  favourites: readonly string[],
  sort: string,
  typed: string,
  now: number,
): readonly Shelf[] {
  const shelves = sectioned.map(({ title, games }) => ({ title, games: games.filter(having(plainText(typed.trim()))) }));
  const all = shelves.flatMap(({ games }) => games);
  const closes = ({ schedule, disabled }: IndexedGame): number =>
    disabled || schedule === undefined ? Number.POSITIVE_INFINITY : issueAt(schedule, now).closesAt;
  const sorted: readonly Shelf[] | undefined =
    sort === 'name'
      ? [{ title: '按名称', games: [...all].sort((a, b) => a.name.localeCompare(b.name, 'zh-CN') || (a.code < b.code ? -1 : 1)) }]
      : sort === 'draw'
        ? [
            {
              title: '最近截止',
              games: all
                .map((game) => [closes(game), game] as const)
                .sort(([a, one], [b, other]) => (a === b ? (one.code < other.code ? -1 : 1) : a < b ? -1 : 1))
                .map(([, game]) => game),
            },
          ]
        : undefined;
  const own = favourites.flatMap((code) => all.find((game) => game.code === code) ?? []);
  return [{ title: '收藏', games: own }, ...(sorted ?? shelves)].filter(({ games }) => games.length > 0);
}
