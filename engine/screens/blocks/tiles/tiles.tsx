import type { CSSProperties, ReactNode } from 'react';
import type { Tile, TilesBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useScreen } from '../../core/hooks.ts';
import { IN_DOUBT_TEXT, useAction } from '../../core/use-action.ts';
import { PlayMoney } from '../../kit/play-money.tsx';
import Bar from '../progress/bar.tsx';
import { Marks } from '../parts/marks.tsx';
import { toneClass } from '../parts/tone.ts';
import { Section } from '../parts/section.tsx';
import { SourceError } from '../parts/source-error.tsx';
import { useReady } from '../parts/use-ready.ts';
import './tiles.css';

/** A few figures side by side. */
export default function Tiles({ block }: BlockProps<TilesBlock>): ReactNode {
  const screen = useScreen();
  const columns = { '--columns': block.columns ?? 2 } as CSSProperties;
  const tiles = block.tiles.filter(({ when }) => screen.test(when));
  const ready = useReady(block.tiles.flatMap(({ value, note, label }) => [value, note, label]));
  const loading = ready.status === 'loading';
  return (
    <Section title={screen.text(block.title)}>
      {ready.status === 'error' ? (
        <SourceError source={ready} />
      ) : (
        <div className="card tiles" aria-busy={loading || undefined}>
          {loading ? <span className="visually-hidden">加载中</span> : null}
          <ul className="tiles__grid" style={columns} aria-hidden={loading || undefined}>
            {tiles.map((tile) => (
              <li key={tile.label.source}>{loading ? <EmptyTile tile={tile} /> : <TileView tile={tile} />}</li>
            ))}
          </ul>
          {block.money ? <PlayMoney /> : null}
        </div>
      )}
    </Section>
  );
}

/** The shape of a figure that is still under way: as high as what comes. */
function EmptyTile({ tile }: { readonly tile: Tile }): ReactNode {
  return (
    <div className="tile">
      <span className="tile__label">{tile.label.constant ?? '\u00a0'}</span>
      <span className="tile__value">
        <span className="tile__place skeleton" />
      </span>
      {tile.note ? <span className="row__note">&nbsp;</span> : null}
    </div>
  );
}

function TileView({ tile }: { readonly tile: Tile }): ReactNode {
  const screen = useScreen();
  const { state, run } = useAction(tile.action);
  const label = screen.text(tile.label);
  const note = state === 'doubt' ? IN_DOUBT_TEXT : screen.text(tile.note);
  const content = (
    <>
      <span className="tile__label">{label}</span>
      <span className={`tile__value tabular ${toneClass(screen.text(tile.tone))}`}>
        {tile.marks ? <Marks marks={tile.marks} /> : null}
        {screen.text(tile.value) || (tile.marks ? null : '–')}
      </span>
      {tile.progress ? <Bar label={label} value={screen.value(tile.progress)} /> : null}
      {note ? <span className="row__note">{note}</span> : null}
    </>
  );
  if (!tile.action) return <div className="tile">{content}</div>;
  return (
    <button type="button" className="tile tile--button" disabled={state !== 'idle'} onClick={() => void run()}>
      {content}
    </button>
  );
}
