/**
 * The whole catalogue as pictures: every game, play and screen of the running server on a small phone, by the engine that players run. A
 * phone exists while it is near the visible part. New files in the folders appear automatically.
 */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { matchRoute } from '../../engine/descriptions/routes.ts';
import type { SportGame } from '../../engine/descriptions/sports/types.ts';
import type { DescriptionIndex, Game, IndexedGame } from '../../engine/descriptions/types.ts';
import type { ScreenDocument } from '../../engine/screens/core/contract.ts';
import { listFiles, type ScreenListing } from './calls.ts';
import { screenAddress } from './screen-address.ts';
import { PreviewPhone } from './phone.tsx';
import type { PreviewDraft } from './preview-message.ts';
import { useFolderChanges } from './use-folder-changes.ts';
import type { WorkshopPageProps } from './workshop.tsx';
import './catalogue.css';

/** Pictures are prepared up to this far beyond the visible part. */
const NEAR = '300px';

interface Known {
  readonly index: DescriptionIndex;
  readonly listing: ScreenListing;
}

export function CatalogueEditor({ above }: WorkshopPageProps): ReactNode {
  const [known, setKnown] = useState<Known>();
  const [fault, setFault] = useState('');
  const [sought, setSought] = useState('');
  const load = useCallback((): void => {
    const ask = async (): Promise<void> => {
      const [listing, response] = await Promise.all([listFiles<ScreenListing>('screens'), fetch('/descriptions/index.json')]);
      if (!listing.ok) return setFault(listing.msg);
      setFault('');
      setKnown({ index: (await response.json()) as DescriptionIndex, listing: listing.models });
    };
    ask().catch(() => setFault('无法连接服务器，请检查网络后重试'));
  }, []);
  useEffect(load, [load]);
  useFolderChanges(load);

  const fits = (...words: readonly string[]): boolean => words.some((word) => word.toLowerCase().includes(sought.trim().toLowerCase()));
  const games = known?.index.games.filter(({ code, name }) => fits(code, name)) ?? [];
  const screens = known?.listing.files.filter(({ code, name }) => fits(code, name)) ?? [];
  return (
    <div className="workspace workspace--two-columns">
      <nav className="files" aria-label="目录">
        {above}
        <input
          type="search"
          className="files__search"
          aria-label="找彩种或界面"
          placeholder="找彩种或界面"
          value={sought}
          onChange={({ currentTarget: { value } }) => setSought(value)}
        />
        <ul>
          {games.map(({ code, name }) => (
            <li key={code}>
              <a href={`#game-${code}`}>
                <b>{name}</b> <code>{code}</code>
              </a>
            </li>
          ))}
          {screens.length === 0 ? null : (
            <li>
              <a href="#screens">
                <b>界面</b> <code>{screens.length}</code>
              </a>
            </li>
          )}
        </ul>
      </nav>
      <main className="work catalogue" aria-label="总览">
        {fault === '' ? null : (
          <p role="alert">
            {fault}{' '}
            <button type="button" className="button" onClick={load}>
              重试
            </button>
          </p>
        )}
        {known === undefined ? (
          fault === '' ? (
            <p role="status">正在读取目录</p>
          ) : null
        ) : (
          <>
            <p className="catalogue__sum" role="status">
              {games.length} 个游戏，{screens.length} 个界面
            </p>
            {games.map((game) => (
              <GameSection key={`${game.code} ${game.hash}`} game={game} known={known} />
            ))}
            {screens.length === 0 ? null : (
              <section id="screens">
                <h2>界面</h2>
                <div className="catalogue__pictures">
                  {screens.map(({ code, name }) => (
                    <ScreenPicture key={code} code={code} caption={name === code ? code : `${name} ${code}`} known={known} />
                  ))}
                </div>
              </section>
            )}
          </>
        )}
      </main>
    </div>
  );
}

function GameSection({ game, known }: { readonly game: IndexedGame; readonly known: Known }): ReactNode {
  const [place, near] = useNear<HTMLElement>();
  const drawn = game.kind === undefined;
  const document = usePublished<Game>(drawn && near ? `game/${game.code}.${game.hash}` : undefined);
  const sport = usePublished<SportGame>(game.kind === 'sport' && near ? `sport/${game.code}.${game.hash}` : undefined);
  const plays = document?.playGroups.flatMap((group) => group.plays.map((play) => ({ group, play }))) ?? [];
  const routes = known.listing.vocabulary.routes ?? NO_ROUTES;
  const screen = game.kind === 'outright' ? matchRoute(routes, game.route)?.route.screen : undefined;
  return (
    <section id={`game-${game.code}`} ref={place} className="catalogue__game">
      <h2>
        {game.name} <code>{game.code}</code>{' '}
        <a href={game.route} target="_blank" rel="noreferrer">
          在应用里打开
        </a>
        {game.disabled === undefined ? null : <span className="status status--stale">停售：{game.disabled}</span>}
      </h2>
      <div className="catalogue__pictures">
        {screen === undefined ? null : <ScreenPicture code={screen} address={game.route} caption="全部" known={known} />}
        {document === undefined ? null : <GamePicture game={document} caption="全部玩法" />}
        {document === undefined
          ? null
          : plays.map(({ group, play }) => (
              <PlayPicture
                key={`${group.code} ${play.code}`}
                game={document}
                group={group}
                code={play.code}
                caption={group.name === play.name ? play.name : `${group.name} ${play.name}`}
              />
            ))}
        {sport === undefined ? null : <SportPictures sport={sport} address={game.route} />}
      </div>
    </section>
  );
}

/** A sports game with all of its plays, and with each alone. */
function SportPictures({ sport, address }: { readonly sport: SportGame; readonly address: string }): ReactNode {
  const pictures = useMemo(() => {
    const { mixed: _, board, ...alone } = sport;
    const of = (shown: SportGame) => ({ preview: 'sport' as const, sport: shown, address });
    return [
      ...(sport.plays.length > 1 ? [{ code: '', name: '全部玩法', draft: of(sport) }] : []),
      ...sport.plays.map((play) => {
        const sheet = board?.sheet?.filter((each) => each.play === play.code);
        return {
          code: play.code,
          name: play.name,
          draft: of({ ...alone, plays: [play], ...(board ? { board: { ...board, row: [play.code], ...(sheet ? { sheet } : {}) } } : {}) }),
        };
      }),
    ];
  }, [sport, address]);
  return pictures.map(({ code, name, draft }) => <Picture key={code} draft={draft} caption={name} />);
}

const NO_ROUTES = { routes: [] } as unknown as Parameters<typeof matchRoute>[0];

function GamePicture({ game, caption }: { readonly game: Game; readonly caption: string }): ReactNode {
  const draft = useMemo(() => ({ preview: 'game' as const, game }), [game]);
  return <Picture draft={draft} caption={caption} />;
}

/** The game with this play alone, so that its board is what the phone opens with. */
function PlayPicture({
  game,
  group,
  code,
  caption,
}: {
  readonly game: Game;
  readonly group: Game['playGroups'][number];
  readonly code: string;
  readonly caption: string;
}): ReactNode {
  const draft = useMemo(() => {
    const { oneBoard: _, ...alone } = group;
    const playGroups = [{ ...alone, plays: group.plays.filter((play) => play.code === code) }];
    return { preview: 'game' as const, game: { ...game, playGroups } };
  }, [game, group, code]);
  return <Picture draft={draft} caption={caption} />;
}

function ScreenPicture({
  code,
  address,
  caption,
  known: { index, listing },
}: {
  readonly code: string;
  readonly address?: string;
  readonly caption: string;
  readonly known: Known;
}): ReactNode {
  const [place, near] = useNear<HTMLDivElement>();
  const hash = index.documents.screen?.[code];
  const screen = usePublished<ScreenDocument>(near && hash !== undefined ? `screen/${code}.${hash}` : undefined);
  const at = address ?? screenAddress(code, listing.vocabulary);
  const { examples } = listing;
  const draft = useMemo(
    () => (screen === undefined ? undefined : { preview: 'screen' as const, screen, address: at, loggedIn: true, examples }),
    [screen, at, examples],
  );
  return (
    <div ref={place}>
      <Picture draft={draft} caption={caption} />
    </div>
  );
}

/** A small phone; an empty frame while it is far from the visible part. */
function Picture({ draft, caption }: { readonly draft: PreviewDraft | undefined; readonly caption: string }): ReactNode {
  const [place, near] = useNear<HTMLElement>();
  return (
    <figure ref={place} className="catalogue__picture">
      <div className="catalogue__phone" inert>
        {near && draft !== undefined ? <PreviewPhone draft={draft} title={caption} /> : null}
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

function useNear<E extends Element>(): readonly [React.RefObject<E | null>, boolean] {
  const place = useRef<E>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry && setNear(entry.isIntersecting), { rootMargin: NEAR });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return [place, near];
}

/** Versions never change, and many pictures want the same. */
const loaded = new Map<string, Promise<unknown>>();

/** A published document by kind, code and hash; undefined until it is there, and for none. */
function usePublished<T>(name: string | undefined): T | undefined {
  const [found, setFound] = useState<{ readonly name: string; readonly document: T }>();
  useEffect(() => {
    if (name === undefined) return;
    let wanted = true;
    const request = loaded.get(name) ?? fetch(`/descriptions/${name}.json`).then((response) => response.json() as Promise<unknown>);
    loaded.set(name, request);
    request.then(
      (document) => wanted && setFound({ name, document: document as T }),
      // Asked for again when it is near again.
      () => loaded.delete(name),
    );
    return () => {
      wanted = false;
    };
  }, [name]);
  // A picture that was visible stays while it is far.
  return found?.document;
}
