import { type ReactNode, useContext, useId, useMemo } from 'react';
import type { PeopleCardsBlock, PersonCard, Text } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { ScopeContext, useDependencies, useScreen } from '../../core/hooks.ts';
import { itemScope } from '../../core/idempotent-calls.ts';
import { dependenciesOfPart } from '../../core/plan.ts';
import { IN_DOUBT_TEXT, useAction } from '../../core/use-action.ts';
import { ActionButton, useShown } from '../parts/action-button.tsx';
import { Marks } from '../parts/marks.tsx';
import { Records, useKeys } from '../parts/records.tsx';
import { toneClass } from '../parts/tone.ts';
import { Ring } from './ring.tsx';
import './people-cards.css';

/** A card for each record. It shows a person, the offer of this person with its progress, and the button that takes part. */
export default function PeopleCards({ block }: BlockProps<PeopleCardsBlock>): ReactNode {
  return <Records block={block}>{(records) => <Cards block={block} records={records} />}</Records>;
}

function Cards({ block, records }: { readonly block: PeopleCardsBlock; readonly records: readonly unknown[] }): ReactNode {
  const keyOf = useKeys(block.key);
  return (
    <ul className="people-cards">
      {records.map((record, index) => {
        const key = keyOf(record, index);
        return (
          <li key={key} className="person-card">
            <CardScope record={record} index={index} name={key}>
              <Card card={block.card} />
            </CardScope>
          </li>
        );
      })}
    </ul>
  );
}

interface CardScopeProps {
  readonly record: unknown;
  readonly index: number;
  readonly name: string;
  readonly children: ReactNode;
}

function CardScope({ record, index, name, children }: CardScopeProps): ReactNode {
  const outer = useContext(ScopeContext);
  const scope = useMemo(() => itemScope(outer, record, index, name), [outer, record, index, name]);
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

function Card({ card }: { readonly card: PersonCard }): ReactNode {
  const screen = useScreen();
  useDependencies(dependenciesOfPart(card));
  const id = useId();
  const [button] = useShown(card.actions);
  const facts = texts(card.facts, screen.text);
  return (
    <>
      <div className="person-card__top">
        <Who card={card} id={id} />
        <Corner card={card} />
      </div>
      <div className="person-card__foot">
        <div className="person-card__about" id={`${id}what`}>
          <span className="person-card__subject">{screen.text(card.subject)}</span>{' '}
          <span className="person-card__facts tabular">{pieces(facts)}</span>
        </div>
        {button ? <ActionButton button={button} /> : null}
      </div>
    </>
  );
}

/** The person. With an action this is the button of the whole card, and its name includes what the card is about. */
function Who({ card, id }: { readonly card: PersonCard; readonly id: string }): ReactNode {
  const screen = useScreen();
  const { state, run } = useAction(card.action);
  const picture = screen.text(card.picture);
  const badge = screen.text(card.badge);
  const content = (
    <>
      {picture ? <img className="person-card__picture" src={picture} alt="" width={40} height={40} loading="lazy" /> : null}
      <span className="person-card__who" id={`${id}who`}>
        <span className="person-card__name">
          {screen.text(card.name)} <Marks marks={card.marks} scope={screen.scope} />
          {badge ? <span className={`badge ${toneClass(screen.text(card.badgeTone), 'badge--')}`}>{badge}</span> : null}
        </span>
        {state === 'doubt' ? <span className="person-card__result">{IN_DOUBT_TEXT}</span> : null}
        {texts(card.results, screen.text).map((line) => (
          <span key={line} className="person-card__result tabular">
            {line}
          </span>
        ))}
      </span>
    </>
  );
  // A target that comes with data may be missing: then the card opens nothing.
  if (!card.action || (card.action.do === 'target' && screen.text(card.action.target) === ''))
    return <div className="person-card__open">{content}</div>;
  return (
    <button
      type="button"
      className="person-card__open person-card__open--whole"
      aria-labelledby={`${id}who ${id}what`}
      disabled={state !== 'idle'}
      onClick={() => void run()}
    >
      {content}
    </button>
  );
}

function Corner({ card }: { readonly card: PersonCard }): ReactNode {
  const screen = useScreen();
  const { ring } = card;
  const done = ring ? screen.value(ring.value) : undefined;
  // A record without a count has no ring.
  if (ring && typeof done === 'number') return <Ring value={done} more={screen.value(ring.more)} name={screen.text(ring.name)} />;
  const value = screen.text(card.value);
  const note = screen.text(card.valueNote);
  if (!value && !note) return null;
  return (
    <span className="person-card__value">
      <span className="amount">{value}</span>
      {note ? <span className="person-card__note">{note}</span> : null}
    </span>
  );
}

const texts = (described: readonly Text[] | undefined, text: (text: Text) => string): readonly string[] =>
  (described ?? []).map((each) => text(each)).filter((each) => each !== '');

/** Values side by side. A line breaks between two of them and never within one. */
const pieces = (values: readonly string[]): ReactNode =>
  values.flatMap((value, at) => [
    at === 0 ? null : ' ',
    // The values of a card never move.
    <span key={at} className="person-card__piece">
      {value}
    </span>,
  ]);
