/** Drawn symbols of small games, by the name that a description gives them: fruits of reels, dots of dice, 鱼虾蟹. Two tones each, of the brand. */
import type { ReactNode } from 'react';
import './art.css';

const dots = (...at: readonly (readonly [number, number])[]): ReactNode =>
  at.map(([x, y]) => <circle key={`${x}/${y}`} cx={x} cy={y} r="4.500" />);

const ART: Readonly<Record<string, ReactNode>> = {
  seven: <path className="art-red" d="M10 8h29v7C31 23 27 31 26 41H16c1-10 5-18 12-25H17v5h-7Z" />,
  bar: (
    <>
      <rect className="art-ink" x="4" y="14" width="40" height="20" rx="4" />
      <text className="art-on" x="24" y="29.500" textAnchor="middle" fontSize="14" fontWeight="700">
        BAR
      </text>
    </>
  ),
  bell: (
    <>
      <path className="art-gold" d="M24 6c8 0 12 6 12 14 0 9 3 12 6 15H6c3-3 6-6 6-15C12 12 16 6 24 6Z" />
      <circle className="art-ink" cx="24" cy="39" r="4" />
    </>
  ),
  melon: (
    <>
      <path className="art-green" d="M4 18h40a20 20 0 0 1-40 0Z" />
      <path className="art-red" d="M9 18h30a15 15 0 0 1-30 0Z" />
      <path className="art-ink" d="m18 22 2 4h-3Zm6 1 2 5h-4Zm7-1 1 4h-3Z" />
    </>
  ),
  orange: (
    <>
      <circle className="art-gold" cx="24" cy="27" r="16" />
      <path className="art-green" d="M24 12c1-6 6-8 12-7-1 5-5 8-12 7Z" />
      <path className="art-line" d="M24 27V15M24 27l10 7M24 27l-10 7" />
    </>
  ),
  plum: (
    <>
      <circle className="art-blue" cx="24" cy="28" r="15" />
      <path className="art-line" d="M24 14c-4 7-5 17 0 28" />
      <path className="art-green" d="M24 14c2-7 7-9 13-7-2 6-7 9-13 7Z" />
    </>
  ),
  cherry: (
    <>
      <path className="art-stem" d="M15 30C17 19 23 11 34 7M32 30c0-9-1-16 2-23" />
      <circle className="art-red" cx="14" cy="34" r="9" />
      <circle className="art-red" cx="33" cy="35" r="9" />
    </>
  ),
  blank: <path className="art-faint" d="M16 24h16" />,
  dot1: <g className="art-red">{dots([24, 24])}</g>,
  dot2: <g className="art-ink">{dots([15, 15], [33, 33])}</g>,
  dot3: <g className="art-ink">{dots([13, 13], [24, 24], [35, 35])}</g>,
  dot4: <g className="art-red">{dots([14, 14], [34, 14], [14, 34], [34, 34])}</g>,
  dot5: <g className="art-ink">{dots([14, 14], [34, 14], [24, 24], [14, 34], [34, 34])}</g>,
  dot6: <g className="art-ink">{dots([14, 12], [14, 24], [14, 36], [34, 12], [34, 24], [34, 36])}</g>,
  fish: (
    <>
      <path className="art-red" d="M4 24C10 14 24 12 34 24l10-8v16l-10-8C24 36 10 34 4 24Z" />
      <circle className="art-on" cx="13" cy="22" r="2.500" />
    </>
  ),
  shrimp: (
    <>
      <path className="art-green" d="M36 10c-14-4-26 4-26 15 0 8 6 13 13 13l-2-6c-3-1-5-4-4-8 1-6 8-9 16-8Z" />
      <path className="art-stem" d="M34 12c6-1 9-4 10-8M35 14c5 1 8 0 10-2M16 30l-5 5M20 33l-3 7M13 24H7" />
    </>
  ),
  crab: (
    <>
      <ellipse className="art-red" cx="24" cy="28" rx="13" ry="9" />
      <path className="art-stem" d="M12 24 6 18M36 24l6-6M12 32l-6 4M36 32l6 4M15 36l-4 5M33 36l4 5M20 20v-5M28 20v-5" />
      <path className="art-red" d="M6 8c5 1 6 6 2 10-4-3-5-7-2-10Zm36 0c-5 1-6 6-2 10 4-3 5-7 2-10Z" />
    </>
  ),
  gourd: (
    <>
      <circle className="art-gold" cx="24" cy="17" r="7" />
      <circle className="art-gold" cx="24" cy="33" r="11" />
      <path className="art-stem" d="M24 10c0-4 2-6 6-6" />
      <path className="art-line" d="M17 24h14" />
    </>
  ),
  coin: (
    <>
      <circle className="art-gold" cx="24" cy="24" r="18" />
      <path className="art-line" d="M18 18h12v12H18Z" />
      <circle className="art-ring" cx="24" cy="24" r="14" />
    </>
  ),
  rooster: (
    <>
      <path className="art-blue" d="M10 16c6 0 8 6 14 7 7 1 9-6 9-12l9 5-4 3c0 12-7 20-16 20-9 0-14-8-12-23Z" />
      <path className="art-red" d="M31 10c0-3 2-5 4-5 0 2 1 2 3 2 0 2 1 4 2 6Z" />
      <path className="art-stem" d="M20 38v6M27 37v7" />
    </>
  ),
};

/** A drawing by its name; one that is not known is its first letter, so that nothing disappears. */
export function Art({ name, label }: { readonly name: string; readonly label: string }): ReactNode {
  return (
    <svg className="art" viewBox="0 0 48 48" aria-hidden="true">
      {ART[name] ?? (
        <text className="art-ink" x="24" y="32" textAnchor="middle" fontSize="22">
          {label.slice(0, 1)}
        </text>
      )}
    </svg>
  );
}
