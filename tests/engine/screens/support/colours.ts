/** Contrast and mixing of colours, by the formulas of WCAG 2 and CSS. */

const parts = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Relative luminance of #RRGGBB. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = parts(colour).map((part) => {
    const c = part / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: string, other: string): number {
  const [more = 0, less = 0] = [luminance(one), luminance(other)].sort((p, q) => q - p);
  return (more + 0.05) / (less + 0.05);
}

/** color-mix(in srgb, one share, other) */
export function mix(one: string, share: number, other: string): string {
  const [a, b] = [parts(one), parts(other)];
  return `#${a
    .map((part, at) =>
      Math.round(part * share + (b[at] as number) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
