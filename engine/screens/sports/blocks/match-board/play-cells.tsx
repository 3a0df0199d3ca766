/** The choices of a play of a match: in a row after the play's number (such as the handicap), or in named parts in the sheet. */
import type { ReactNode } from 'react';
import { printedNumber } from '../../../../descriptions/sports/conditions.ts';
import type { Choice, MatchNumber } from '../../../../descriptions/sports/types.ts';
import type { Offer } from '../../calls.ts';
import { type ShownPlay, isSoldWithNumbers } from '../../plays.ts';
import type { SportRuntime } from '../../runtime.ts';
import { MatchCell } from './match-cell.tsx';

export interface PlayCellsProps {
  readonly runtime: SportRuntime;
  readonly offer: Offer;
  readonly play: ShownPlay;
  /** No choice of the match can be picked now. */
  readonly off: boolean;
}

/** The reason why the play cannot be picked for this match; '' if it can. */
export function whyPlayNotPickable({ play }: ShownPlay, offer: Offer): string {
  if (offer.closed.includes(play.code)) return '未开售';
  return isSoldWithNumbers(play, offer.numbers) ? '' : '未开售';
}

/** The CSS class of a handicap: negative, the home side gives goals; positive, it gets goals. '' for a number that is never negative. */
export function numberClass({ from }: MatchNumber, value: string): string {
  if (from >= 0) return '';
  return value.startsWith('-') ? 'is-given' : Number(value) > 0 ? 'is-got' : '';
}

export interface PlayRowProps extends PlayCellsProps {
  /** Shown before the cells in place of the play's name. */
  readonly before?: ReactNode;
}

export function PlayRow({ runtime, offer, play, off, before }: PlayRowProps): ReactNode {
  const lack = whyPlayNotPickable(play, offer);
  const [number] = play.numbers;
  const value = number && offer.numbers[number.code];
  const single = offer.singles.includes(play.code);
  const [part] = play.parts;
  const words = [play.name, ...(number && value !== undefined ? [`${number.name} ${value}`] : []), ...(single ? ['可单关'] : [])].join(
    '，',
  );
  return (
    <fieldset className="match-play" aria-label={words}>
      {before === undefined ? (
        <span className="match-play__label" aria-hidden="true">
          {number && value !== undefined ? (
            <b className={`tabular ${numberClass(number, value)}`}>{printedNumber(number, value)}</b>
          ) : (
            <span>{play.name.slice(0, 4)}</span>
          )}
          {single ? <i className="match-play__single">单</i> : null}
        </span>
      ) : (
        before
      )}
      {lack ? (
        <span className="match-play__lack">{lack}</span>
      ) : (
        <span className="match-play__cells" style={{ gridTemplateColumns: `repeat(${part?.columns ?? 1}, minmax(0, 1fr))` }}>
          {play.parts.flatMap(({ choices }) => choices.map((choice) => cellOf({ runtime, offer, play, off }, choice)))}
        </span>
      )}
    </fieldset>
  );
}

export function PlayParts({ runtime, offer, play, off }: PlayCellsProps): ReactNode {
  const lack = whyPlayNotPickable(play, offer);
  if (lack) return <p className="match-sheet__lack">{lack}</p>;
  return play.parts.map((part) => (
    <fieldset className="match-part" key={part.name} aria-label={part.name ? `${play.name} ${part.name}` : play.name}>
      {part.name ? (
        <span className="match-part__name" aria-hidden="true">
          {part.name}
        </span>
      ) : null}
      <span className="match-play__cells" style={{ gridTemplateColumns: `repeat(${part.columns}, minmax(0, 1fr))` }}>
        {part.choices.map((choice) => cellOf({ runtime, offer, play, off }, choice))}
      </span>
    </fieldset>
  ));
}

function cellOf({ runtime, offer, play, off }: PlayCellsProps, choice: Choice): ReactNode {
  const { book } = runtime;
  const odds = book.odds(offer.id, play.code, choice.code);
  const move = book.move(offer.id, play.code, choice.code);
  // A bet names the odds that the player saw, so a choice without odds cannot be picked yet.
  const { payout } = runtime.version.get().sport;
  const waits = payout.kind === 'odds' && payout.odds === 'sold' && odds === '';
  return (
    <MatchCell
      key={choice.code}
      runtime={runtime}
      match={offer.id}
      play={play.code}
      choice={choice.code}
      name={choice.name}
      odds={payout.kind === 'pool' ? '' : waits ? '–' : odds}
      off={off || waits}
      movedAt={move?.at ?? 0}
      was={move?.was ?? ''}
    />
  );
}
