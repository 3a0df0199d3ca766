import { type ReactNode, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { SearchBlock } from '../../../descriptions/generated/screen.ts';
import type { GameMenu } from '../../../descriptions/types.ts';
import { type Findable, find, findable, highlighted, MOST_QUERY, type SearchEntry } from '../../../search/find.ts';
import type { BlockProps } from '../../core/contract.ts';
import { draftOwner } from '../../core/drafts.ts';
import { useHost, useScreen, useScreenState, useSource } from '../../core/hooks.ts';
import { GameEmblem } from '../../kit/emblem.tsx';
import { Icon } from '../../kit/icon.tsx';
import { SkeletonBlock } from '../../kit/skeleton.tsx';
import { useSimplified } from '../../kit/use-search-words.ts';
import { Section } from '../parts/section.tsx';
import { SourceError } from '../parts/source-error.tsx';
import { recentQueries, rememberQuery } from './recent.ts';
import './search.css';

type Found = Omit<SearchEntry, 'kind' | 'words' | 'pinyin'> & { readonly pinyin?: string };
interface Answer {
  readonly groups?: readonly { readonly kind: string; readonly items: readonly Found[] }[];
  readonly hot?: readonly Found[];
}

/** The results for the query in the screen's state: those of the phone at once, those of the server when it answers. */
export default function Search({ block }: BlockProps<SearchBlock>): ReactNode {
  const screen = useScreen();
  const host = useHost();
  const [q = '', setQuery] = useScreenState(block.query);
  const index = useSource<{ readonly entries?: readonly SearchEntry[] }>(block.index);
  const found = useSource<Answer>(block.found);
  const entries = useMemo(() => (index.data?.entries ?? []).map(findable), [index.data]);
  const asTyped = useMemo(() => find(entries, q), [entries, q]);
  const words = useSimplified(q, entries.length > 0 && asTyped.length === 0);
  const here = useMemo(() => (words === q ? asTyped : find(entries, words)), [entries, asTyped, words, q]);
  const player = draftOwner(useSnapshot(host.session));
  const [, setRecent] = useState<readonly string[]>([]);
  const recent = recentQueries(host.storage, player);

  const open = (to: string): void => {
    if (q !== '') setRecent(rememberQuery(host.storage, player, q));
    screen.go(to);
  };
  const long = [...q].length > MOST_QUERY;
  // The list on the phone holds its kinds in full; of the others the server knows.
  const kinds = new Set(entries.map(({ kind }) => kind));
  const groups = block.kinds.map(({ kind, title }) => ({
    kind,
    title: screen.text(title),
    items: kinds.has(kind)
      ? here.filter((each: Findable) => each.kind === kind).slice(0, block.each)
      : (found.data?.groups?.find((group) => group.kind === kind)?.items ?? []),
  }));
  const shown = q === '' || long ? [] : groups.filter(({ items }) => items.length > 0);
  const hot = found.data?.hot ?? entries.slice(0, block.each);
  const failed = found.status === 'error' && !long;
  if (failed && entries.length === 0) return <SourceError source={found} />;
  const waiting = found.status === 'loading' && shown.length === 0;
  return (
    <div className="search">
      {q === '' && recent.length > 0 ? (
        <Section title="最近搜索">
          <div className="search__recent">
            {recent.map((each) => (
              <button key={each} type="button" className="chip" onClick={() => setQuery(each)}>
                {each}
              </button>
            ))}
            <button type="button" className="chip search__forget" onClick={() => setRecent(rememberQuery(host.storage, player, undefined))}>
              清空记录
            </button>
          </div>
        </Section>
      ) : null}
      <p className={failed || long || (q !== '' && !waiting && shown.length === 0) ? 'search__said' : 'visually-hidden'} role="status">
        {long
          ? `搜索词太长，最多 ${MOST_QUERY} 个字`
          : failed
            ? `${found.error ?? ''}。当前只能搜索${groups
                .filter(({ kind }) => kinds.has(kind))
                .map(({ title }) => title)
                .join('和')}。`
            : q === '' || waiting
              ? ''
              : shown.length === 0
                ? `没有找到“${q}”，换个词试试`
                : `找到 ${shown.reduce((sum, { items }) => sum + items.length, 0)} 项`}
      </p>
      {shown.map(({ kind, title, items }) => (
        <Rows key={kind} title={title} items={items} q={words} onOpen={open} />
      ))}
      {waiting ? <SkeletonBlock rows={6} /> : null}
      {shown.length === 0 && !waiting ? <Rows title={screen.text(block.hot)} items={hot} q="" onOpen={open} /> : null}
    </div>
  );
}

function Rows({
  title,
  items,
  q,
  onOpen,
}: {
  readonly title: string;
  readonly items: readonly Found[];
  readonly q: string;
  readonly onOpen: (to: string) => void;
}): ReactNode {
  return (
    <Section title={title}>
      <ul className="card search__rows">
        {items.map((item) => (
          <li key={`${item.to} ${item.title}`}>
            <button type="button" className="row row--link" onClick={() => onOpen(item.to)}>
              <GameEmblem menu={{ icon: item.icon, tone: item.tone as GameMenu['tone'] } as GameMenu} />
              <span className="row__body">
                <span className="row__main">
                  <span className="row__title">
                    <Highlighted text={item.title} q={q} pinyin={item.pinyin} />
                  </span>{' '}
                  <span className="row__note">
                    <Highlighted text={item.note} q={q} />
                  </span>
                </span>
              </span>
              <Icon name="next" size={16} />
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Highlighted({ text, q, pinyin }: { readonly text: string; readonly q: string; readonly pinyin?: string | undefined }): ReactNode {
  return highlighted(text, q, pinyin).map((piece, at) =>
    piece.matched ? <mark key={at}>{piece.text}</mark> : <span key={at}>{piece.text}</span>,
  );
}
