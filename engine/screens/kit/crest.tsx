/** The crest of a club: a shape with a pattern in two colours. Decoration beside the club's name. */
import { type ReactNode, useId } from 'react';
import './crest.css';

export interface CrestParts {
  readonly shape: string;
  readonly pattern: string;
  readonly colours: readonly string[];
}

/** Outlines in a square of 24. */
const SHAPES: Readonly<Record<string, string>> = {
  shield: 'M3 3h18v9c0 5-4 8-9 10-5-2-9-5-9-10z',
  round: 'M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20z',
  hexagon: 'M12 1.5 21 6.75v10.5L12 22.5 3 17.25V6.75z',
  diamond: 'M12 1 22.5 12 12 23 1.5 12z',
  pennant: 'M3 3h18L12 23z',
};
const PATTERNS: Readonly<Record<string, string>> = {
  plain: 'M12 8l1.2 2.6 2.8.3-2.1 1.9.6 2.8-2.5-1.4-2.5 1.4.6-2.8L8 10.9l2.8-.3z',
  halves: 'M12 0h12v24H12z',
  stripes: 'M6 0h4v24H6zM14 0h4v24h-4z',
  hoops: 'M0 6h24v4H0zM0 14h24v4H0z',
  sash: 'M0 0h7l17 17v7h-3L0 3z',
  chevron: 'M0 16 12 6l12 10v-6L12 0 0 10z',
  cross: 'M10 0h4v9h10v4H14v11h-4V13H0V9h10z',
  quarters: 'M12 0h12v12H12zM0 12h12v12H0z',
};
/** For clubs whose description has no crest: ground and pattern. */
const COLOURS: readonly (readonly [string, string])[] = [
  ['#b3261e', '#ffffff'],
  ['#0b4f9e', '#ffffff'],
  ['#1b7a43', '#f5d76e'],
  ['#1f1f23', '#dce6f2'],
  ['#6a3fa0', '#ffffff'],
  ['#8c1d40', '#f5d76e'],
  ['#0f8b8d', '#ffffff'],
  ['#f2b705', '#1f1f23'],
];

/** The same crest for the same code, at any time and on any phone. */
export function crestOfCode(code: string): CrestParts {
  let hash = 7;
  for (const letter of code) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  const [shapes, patterns] = [Object.keys(SHAPES), Object.keys(PATTERNS)];
  return {
    shape: shapes[hash % shapes.length] as string,
    pattern: patterns[Math.floor(hash / 7) % patterns.length] as string,
    colours: COLOURS[Math.floor(hash / 61) % COLOURS.length] as readonly [string, string],
  };
}

export interface CrestTeam {
  /** The team's code, which chooses a crest for a team without one. */
  readonly id: string;
  readonly crest?: CrestParts;
}

/** `size`: width and height in px. */
export function Crest({ team: { id, crest }, size = 20 }: { readonly team: CrestTeam; readonly size?: number }): ReactNode {
  const clip = useId();
  const { shape, pattern, colours } = crest ?? crestOfCode(id);
  const outline = SHAPES[shape] ?? SHAPES.shield;
  return (
    <svg className="crest" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <clipPath id={clip}>
        <path d={outline} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path d="M0 0h24v24H0z" fill={colours[0]} />
        <path d={PATTERNS[pattern] ?? PATTERNS.plain} fill={colours[1]} />
      </g>
      <path className="crest__edge" d={outline} />
    </svg>
  );
}
