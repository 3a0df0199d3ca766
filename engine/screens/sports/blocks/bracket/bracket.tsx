import { type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { BracketBlock } from '../../../../descriptions/generated/screen.ts';
import { formatInstant } from '../../../../descriptions/screens/time.ts';
import { DescribedEmpty } from '../../../blocks/parts/described-empty.tsx';
import { Ready } from '../../../blocks/parts/ready.tsx';
import { Section } from '../../../blocks/parts/section.tsx';
import type { BlockProps } from '../../../core/contract.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { tieDeciders } from '../../deciders.ts';
import type { SideName } from '../../live/matches.ts';
import { type PlacedRound, type PlacedTie, placeTies, currentRound, roundsOf, type Tie } from './picture.ts';
import './bracket.css';

/**
 * The knock-out of a cup, wider than a phone: it begins with a round and scrolls sideways to the later ones. A late round has few ties: with
 * the rounds before it in the picture they would stand a screen apart, so those are shown when their names are pressed.
 */
export default function Bracket({ block }: BlockProps<BracketBlock>): ReactNode {
  return (
    <Ready of={[block.rounds]} rows={8}>
      <Picture block={block} />
    </Ready>
  );
}

function Picture({ block }: { readonly block: BracketBlock }): ReactNode {
  const screen = useScreen();
  const id = useId();
  const field = useRef<HTMLElement>(null);
  const value = screen.value(block.rounds);
  const rounds = useMemo(() => roundsOf(value), [value]);
  // The round before the one that is played now says where its teams came from.
  const now = Math.max(0, currentRound(rounds) - 1);
  const [pressed, setPressed] = useState<number>();
  const first = Math.min(pressed ?? now, Math.max(0, rounds.length - 1));
  const picture = useMemo(() => placeTies(rounds.slice(first)), [rounds, first]);
  const title = screen.text(block.title);
  // Another first round is another picture, which begins at its beginning.
  useLayoutEffect(() => {
    field.current?.scrollTo(0, 0);
  }, [first]);
  if (rounds.length === 0) return block.empty ? <DescribedEmpty empty={block.empty} /> : null;
  return (
    <Section title={title}>
      <div className="card bracket">
        <div className="bracket__names" role="group" aria-label="从哪一轮看起">
          {rounds.map(({ name }, at) => (
            <button key={name} type="button" className="bracket__jump" aria-pressed={at === first} onClick={() => setPressed(at)}>
              {name}
            </button>
          ))}
        </div>
        <section ref={field} className="bracket__field" aria-label={`${title || '对阵图'}，可左右滑动`} tabIndex={0}>
          <div className="bracket__rounds" style={{ gridTemplateColumns: `repeat(${picture.rounds.length}, var(--bracket-column))` }}>
            {picture.rounds.map((round, at) => (
              <Column key={round.name} id={`${id}-${at}`} round={round} rows={picture.rows} score={block.score} under={title !== ''} />
            ))}
          </div>
        </section>
      </div>
    </Section>
  );
}

function Column({
  id,
  round,
  rows,
  score,
  under,
}: {
  readonly id: string;
  readonly round: PlacedRound;
  readonly rows: number;
  readonly score: string;
  /** The picture has a heading of its own. */
  readonly under: boolean;
}): ReactNode {
  const Heading = under ? 'h3' : 'h2';
  return (
    <section className="bracket__round" aria-labelledby={id}>
      <Heading className="bracket__name" id={id}>
        {round.name}
      </Heading>
      <ol className="bracket__ties" style={{ gridTemplateRows: `repeat(${rows}, minmax(var(--bracket-row), auto))` }}>
        {round.ties.map((each, at) => (
          // The places of a knock-out never move.
          <TieBox key={at} placedTie={each} score={score} />
        ))}
      </ol>
    </section>
  );
}

function TieBox({ placedTie, score }: { readonly placedTie: PlacedTie; readonly score: string }): ReactNode {
  const { offsetMinutes = 0 } = useHost();
  const { tie, from, to, leads, fed } = placedTie;
  const { startsAt, winner, measures } = tie;
  // A tie that is level by its score was decided by something else, which has to be said.
  const note =
    winner !== undefined
      ? tieDeciders(measures)
          .map(([name, pair]) => `${name} ${pair.join(':')}`)
          .join(' ')
      : startsAt === undefined
        ? ''
        : formatInstant(startsAt, offsetMinutes, 'minute');
  return (
    <li
      className={`bracket__tie${leads ? ` bracket__tie--${leads}` : ''}${fed ? ' bracket__tie--fed' : ''}`}
      style={{ gridRow: `${from + 1} / ${to + 1}` }}
    >
      <div className="bracket__box">
        <Line tie={tie} side="home" score={score} />
        <Line tie={tie} side="away" score={score} />
        {note ? <span className="bracket__note tabular">{note}</span> : null}
      </div>
    </li>
  );
}

function Line({ tie, side, score }: { readonly tie: Tie; readonly side: SideName; readonly score: string }): ReactNode {
  const team = tie[side];
  const figure = tie.measures?.[score]?.[side === 'home' ? 0 : 1];
  const won = tie.winner === side;
  return (
    <span className={`bracket__side${won ? ' is-through' : tie.winner ? ' is-out' : ''}`}>
      <span className="bracket__team">{team?.name ?? '待定'}</span>
      {figure === undefined ? null : <span className="bracket__score tabular"> {figure}</span>}
      {won ? <span className="visually-hidden"> 晋级</span> : null}
    </span>
  );
}
