/** Bulletins of the house, by the day from which on they are told. */
import bulletins from '../content/notices.json' with { type: 'json' };

export interface Told {
  readonly id: string;
  /** Unix ms. */
  readonly at: number;
}

/** Those of a span of time, its end included. `offset`: ms that the product's clock is ahead of UTC. */
export const bulletinsBetween = (offset: number, after: number, upto: number): readonly Told[] =>
  bulletins.flatMap(({ id, at: day }) => {
    const at = Date.parse(`${day}T00:00:00Z`) - offset;
    return at > after && at <= upto ? [{ id, at }] : [];
  });
