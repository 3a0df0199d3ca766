/**
 * The same list as a careful developer writes it by hand for this one game: same markup and styles, each cell and each mark subscribed to
 * its own key, the bar to the whole, and no description, machine or book of offers anywhere.
 */
import { memo, type ReactNode, useState, useSyncExternalStore } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Icon } from '../../engine/screens/kit/icon.tsx';
import type { Offer } from '../../engine/screens/sports/calls.ts';
import '../../engine/screens/kit/kit.css';
import '../../engine/screens/sports/sports.css';
import '../../engine/screens/sports/blocks/match-bar/match-bar.css';
import '../../engine/screens/sports/blocks/match-board/match-board.css';
import '../../engine/screens/sports/blocks/match-board/match-plays.css';
import '../../engine/screens/sports/blocks/match-board/sheets.css';
import { EVERY_PLAY, matchCells, frame, offers, sport, tapCells, listMarkup, listDrawn } from './page.ts';

const picked = new Set<string>();
const listeners = new Map<string, Set<() => void>>();
let version = 0;
let onRender: ((name: string) => void) | null = null;

const watch = (key: string, listener: () => void): (() => void) => {
  const own = listeners.get(key) ?? new Set();
  listeners.set(key, own.add(listener));
  return () => void own.delete(listener);
};
function toggle(key: string): void {
  if (!picked.delete(key)) picked.add(key);
  navigator.vibrate?.(8);
  version += 1;
  for (const each of [key, key.split('/')[0] ?? '', '']) for (const listener of listeners.get(each) ?? []) listener();
}

const clock = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(11, 16);
const dayOf = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);
const timeOn = (at: number, day: string): string => {
  const own = dayOf(at);
  return own === day ? clock(at) : `${Number(own.slice(8))}日 ${clock(at)}`;
};

const Cell = memo(function Cell({ id, name, odds }: { readonly id: string; readonly name: string; readonly odds: string }): ReactNode {
  onRender?.(`cell:${id}`);
  const on = useSyncExternalStore(
    (listener) => watch(id, listener),
    () => picked.has(id),
  );
  return (
    <button type="button" className="match-cell" aria-label={`${name} 赔率 ${odds}`} aria-pressed={on} onClick={() => toggle(id)}>
      <span className="match-cell__name">{name}</span>
      <span className="match-cell__odds tabular">{odds}</span>
    </button>
  );
});

const ROW = sport.board?.row ?? [];
const MORE = sport.board?.sheet ?? [];

function Plays({ offer }: { readonly offer: Offer }): ReactNode {
  return ROW.map((code) => {
    const play = sport.plays.find((each) => each.code === code);
    const parts = MORE.find((each) => each.play === code);
    if (!play) return null;
    const handicap = code === 'SPF' || code === 'EXY';
    const single = offer.singles.includes(code);
    const columns = parts?.parts?.[0]?.columns ?? parts?.columns ?? Math.min(play.choices.length, 4);
    const choices = parts?.parts ? parts.parts.flatMap(({ choices: codes }) => codes) : play.choices.map((choice) => choice.code);
    return (
      <fieldset key={code} className="match-play" aria-label={play.name}>
        <span className="match-play__label" aria-hidden="true">
          {handicap ? <b className="tabular is-given">−1</b> : <span>{play.name.slice(0, 4)}</span>}
          {single ? <i className="match-play__single">单</i> : null}
        </span>
        <span className="match-play__cells" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
          {choices.map((choice) => (
            <Cell
              key={choice}
              id={`${offer.id}/${code}/${choice}`}
              name={play.choices.find((each) => each.code === choice)?.name ?? ''}
              odds={offer.odds[code]?.[choice] ?? ''}
            />
          ))}
        </span>
      </fieldset>
    );
  });
}

function Star({ id, code }: { readonly id: string; readonly code: string }): ReactNode {
  const on = useSyncExternalStore(
    (listener) => watch(`star/${id}`, listener),
    () => picked.has(`star/${id}`),
  );
  return (
    <button type="button" className="match__star" aria-pressed={on} aria-label={`关注 ${code}`} onClick={() => toggle(`star/${id}`)}>
      <Icon name="star" size={18} />
    </button>
  );
}

function More({ offer }: { readonly offer: Offer }): ReactNode {
  const count = useSyncExternalStore(
    (listener) => watch(offer.id, listener),
    () => [...picked].filter((key) => key.startsWith(`${offer.id}/`) && MORE.some(({ play }) => key.split('/')[1] === play)).length,
  );
  return (
    <button type="button" className="match__more" aria-haspopup="dialog" aria-label={`${offer.code} 全部玩法`}>
      <span>更多玩法</span>
      {count > 0 ? <span className="badge">{count}</span> : <Icon name="next" size={16} />}
    </button>
  );
}

/**
 * Rows of the screen and the one and a half below it, which the browser draws in any case. The author of a list that is written by hand knows
 * how high they are.
 */
const NEAR = Math.ceil((window.innerHeight * 2.5 - 150) / (EVERY_PLAY ? 850 : 174));

const Row = memo(function Row({ offer, near }: { readonly offer: Offer; readonly near: boolean }): ReactNode {
  onRender?.(`row:${offer.id}`);
  const { code, home, away, day } = offer;
  return (
    <li
      className={near ? 'match lazy-row is-near' : 'match lazy-row'}
      aria-label={`${code} 英超 ${home.name} 对 ${away.name}，${timeOn(offer.startsAt, day)} 开赛`}
    >
      <div className="match__head">
        <b className="match__code tabular">{code}</b>
        <span className="match__league tone-red" title="英格兰超级联赛">
          英超
        </span>
        <span className="match__times tabular">
          <span>{timeOn(offer.startsAt, day)}</span>
          <span>{timeOn(offer.passStopsAt, dayOf(offer.startsAt))} 截止</span>
        </span>
        <span className="match__acts">
          <Star id={offer.id} code={code} />
        </span>
      </div>
      <div className="match__teams">
        <span className="match__side">
          <small className="match__rank tabular">[{home.rank}]</small>
          <b>{home.name}</b>
          <small className="tabular is-given">(−1)</small>
        </span>
        <span className="match__vs">VS</span>
        <span className="match__side">
          <small className="match__rank tabular">[{away.rank}]</small>
          <b>{away.name}</b>
        </span>
      </div>
      <div className="match__body">
        <div className="match__plays">
          <Plays offer={offer} />
        </div>
        <More offer={offer} />
      </div>
    </li>
  );
});

function Day({ name, matches, from }: { readonly name: string; readonly matches: readonly Offer[]; readonly from: number }): ReactNode {
  const [folded, fold] = useState(false);
  return (
    <section className="matches__day">
      <h2 className="matches__heading">
        <button type="button" aria-expanded={!folded} onClick={() => fold(!folded)}>
          {name} <span className="matches__count">共 {matches.length} 场</span>
          <Icon name="next" size={18} />
        </button>
      </h2>
      {folded ? null : (
        <ul className="matches__list">
          {matches.map((offer, at) => (
            <Row key={offer.id} offer={offer} near={from + at < NEAR} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Bar(): ReactNode {
  onRender?.('bar');
  useSyncExternalStore(
    (listener) => watch('', listener),
    () => version,
  );
  const matches = new Set([...picked].map((key) => key.split('/')[0])).size;
  return (
    <section className="match-bar" aria-label="已选赛事">
      <div className="match-bar__main">
        <button type="button" className="match-bar__sum" disabled={matches === 0}>
          <span className="match-bar__figures tabular" role="status">
            已选 <b>{matches}</b> 场
          </span>
          <span className="match-bar__reason">{matches > 1 ? '点这里查看已选' : '至少选 2 场，或选单关'}</span>
        </button>
        <button type="button" className="button" disabled={matches === 0}>
          清空
        </button>
        <button type="button" className="button button--primary match-bar__go" aria-disabled={matches < 2 || undefined}>
          确定
        </button>
      </div>
      <p className="match-bar__foot">
        <span className="play-money">演示 · 无现金价值</span>
      </p>
    </section>
  );
}

function List(): ReactNode {
  const days = [...new Set(offers.map(({ day }) => day))];
  return (
    <>
      <div className="matches">
        <div className="matches__head">
          <div className="matches__tabs" role="tablist" aria-label="玩法">
            {[sport.mixed?.name ?? '', ...sport.plays.map(({ name }) => name)].map((name, at) => (
              <button key={name} type="button" role="tab" aria-selected={at === 0}>
                {name}
              </button>
            ))}
          </div>
          <button type="button" className="matches__filter">
            筛选
          </button>
        </div>
        <div className="freshness" role="status" />
        <div role="tabpanel" aria-label={sport.mixed?.name} id="panel">
          {days.map((day) => (
            <Day
              key={day}
              name={day}
              matches={offers.filter((offer) => offer.day === day)}
              from={offers.findIndex((offer) => offer.day === day)}
            />
          ))}
        </div>
      </div>
      <Bar />
    </>
  );
}

let root: Root | undefined;
const draw = async (): Promise<void> => {
  root = createRoot(document.getElementById('root') as HTMLElement);
  root.render(<List />);
  await listDrawn();
};
// A caller that waits for it finds the whole list.
await draw();
window.listBench = {
  mount: async () => {
    root?.unmount();
    await draw();
  },
  tap: tapCells,
  text: listMarkup,
  rendersOfOneTap: async () => {
    const names: string[] = [];
    onRender = (name) => names.push(name);
    matchCells()[3]?.click();
    await frame();
    onRender = null;
    matchCells()[3]?.click();
    await frame();
    return names;
  },
};
