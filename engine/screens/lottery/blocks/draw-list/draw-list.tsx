import { memo, type ReactNode, useMemo, useState } from 'react';
import type { Draw, Zone } from '../../../../descriptions/types.ts';
import type { DrawListBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useHost, useScreen, useSource } from '../../../core/hooks.ts';
import { useRowSlices } from '../../../core/use-row-slices.ts';
import { Balls } from '../../../kit/balls.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { ListFrame } from '../../../blocks/parts/list-frame.tsx';
import { useGameLoading, zonesFor } from '../../../blocks/parts/use-loaded.ts';
import './draw-list.css';

interface Result {
  readonly gameCode: string;
  readonly issue: string;
  readonly numbers: Draw['numbers'];
  readonly drawsAt?: number;
  readonly zones?: readonly Zone[];
  readonly facts?: readonly string[];
}

export default function DrawList({ block }: BlockProps<DrawListBlock>): ReactNode {
  const source = useSource<{ readonly items?: readonly Result[] }>(block.source);
  const items = source.data?.items ?? NONE;
  const zones = useMemo(() => zonesOf(items), [items]);
  const { drawn, near, growing, holder } = useRowSlices<HTMLUListElement>(items.length, LEAST_HEIGHT, ABOVE);
  return (
    <ListFrame source={source} items={items} empty={block.empty} end={block.end} complete={!growing}>
      <ul ref={holder} className={growing ? 'card is-growing' : 'card'}>
        {items.slice(0, drawn).map((result, at) => (
          <li
            key={`${result.gameCode}/${result.issue}`}
            className={at < near ? 'draw-list__item lazy-row is-near' : 'draw-list__item lazy-row'}
          >
            <DrawRow block={block} result={result} zones={zones[at]} />
          </li>
        ))}
      </ul>
    </ListFrame>
  );
}

/** So long after its draw a result is news (ms). */
const FRESH_MS = 8_000;

const NONE: readonly Result[] = [];

/** A row of one line of small balls, and the header with one control above the list (px). */
const LEAST_HEIGHT = 88;
const ABOVE = 110;

/** The zones of each row: its own, else those of the row of its game before it. */
function zonesOf(items: readonly Result[]): readonly (readonly Zone[] | undefined)[] {
  const latest = new Map<string, readonly Zone[]>();
  return items.map(({ gameCode, zones }) => {
    if (zones) latest.set(gameCode, zones);
    return latest.get(gameCode);
  });
}

interface DrawRowProps {
  readonly block: DrawListBlock;
  readonly result: Result;
  readonly zones: readonly Zone[] | undefined;
}

const DrawRow = memo(function DrawRow({ block, result, zones }: DrawRowProps): ReactNode {
  const screen = useScreen();
  const host = useHost();
  // A result that has just been drawn rolls in; the row of another issue is another row.
  const [fresh] = useState(() => result.drawsAt !== undefined && host.now() - result.drawsAt < FRESH_MS);
  // A result whose zones are at hand needs no description to be drawn. Until one is there, its numbers have places and no look.
  const { value: game, failed } = useGameLoading(zones ? '' : result.gameCode);
  const scope = { ...result };
  const { action } = block;
  const content = (
    <>
      <span className="row__main">
        <span className={block.noteBelow ? 'draw-list__head draw-list__head--below' : 'draw-list__head'}>
          <span className="draw-list__title">{screen.text(block.title, scope)}</span>
          <span className="row__note tabular">{screen.text(block.note, scope)}</span>
        </span>
        <span className={fresh ? 'draw-list__fresh' : undefined}>
          <Balls zones={zones ?? zonesFor(game, result.numbers)} numbers={result.numbers} size="sm" pending={!zones && !game && !failed} />
        </span>
        <Facts of={result.facts} />
      </span>
      {action ? (
        <span className="row__next">
          <Icon name="next" size={18} />
        </span>
      ) : null}
    </>
  );
  if (!action) return <div className="row draw-list__row">{content}</div>;
  return (
    <button type="button" className="row draw-list__row" onClick={() => void screen.act(action, scope)}>
      {content}
    </button>
  );
});
