import type { ReactNode } from 'react';
import { SUITS, cardText, rankText } from '../../../../small/words.ts';

/** Paths of ♠ ♥ ♣ ♦ in a square of 24. */
const DRAWN = [
  'M12 2C9 7 3 9.5 3 14.2 3 17 5 19 7.6 19c1.5 0 2.7-.6 3.4-1.6-.1 2-.8 3.6-2 4.6h6c-1.2-1-1.9-2.600-2-4.6.7 1 1.900 1.600 3.400 1.600C19 19 21 17 21 14.200 21 9.500 15 7 12 2Z',
  'M12 21.500C6 16.500 2.500 13 2.500 8.800 2.500 5.600 4.900 3.500 7.600 3.500c1.900 0 3.500 1 4.400 2.700.900-1.700 2.500-2.700 4.400-2.700 2.700 0 5.100 2.100 5.100 5.300 0 4.200-3.500 7.700-9.500 12.700Z',
  'M12 2.500a4.300 4.300 0 0 1 3.700 6.500 4.400 4.400 0 1 1-2.600 7.900c.200 2.100.900 3.700 2 4.600H8.900c1.100-.900 1.800-2.500 2-4.600A4.400 4.400 0 1 1 8.300 9 4.300 4.300 0 0 1 12 2.500Z',
  'M12 2c2.200 3.800 4.600 7 7.500 10-2.900 3-5.300 6.200-7.500 10-2.200-3.800-4.600-7-7.500-10C7.400 9 9.800 5.800 12 2Z',
] as const;

/** A playing card; undefined: its back. `turned` says when it has just been turned. */
export function Card({
  card,
  turned = false,
  name,
}: {
  readonly card: number | undefined;
  readonly turned?: boolean;
  readonly name: string;
}): ReactNode {
  const suit = card === undefined ? 0 : card % 4;
  return (
    <span
      className={`gate-card${card === undefined ? ' gate-card--back' : ''}${suit % 2 === 1 ? ' gate-card--red' : ''}${turned ? ' gate-card--turned' : ''}`}
      role="img"
      aria-label={card === undefined ? `${name}：未翻开` : `${name}：${SUITS[suit]}${rankText(card)}`}
      title={card === undefined ? undefined : cardText(card)}
    >
      {card === undefined ? (
        <svg viewBox="0 0 88 124" aria-hidden="true">
          <rect x="6" y="6" width="76" height="112" rx="8" className="gate-card__pattern" />
          <path d="M44 30 66 62 44 94 22 62Z" className="gate-card__mark" />
          <circle cx="44" cy="62" r="9" className="gate-card__mark" />
        </svg>
      ) : (
        <>
          <b className="tabular">{rankText(card)}</b>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={DRAWN[suit]} />
          </svg>
        </>
      )}
    </span>
  );
}
