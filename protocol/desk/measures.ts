/** Numbers of a match by what they measure, and how calls carry them: "full 2:1,half 1:0". */
export type Measures = Readonly<Record<string, readonly [number, number]>>;

export const measuresText = (given: Measures): string =>
  Object.entries(given)
    .map(([code, [home, away]]) => `${code} ${home}:${away}`)
    .join(',');
export const measuresOf = (given: string): Measures =>
  Object.fromEntries(
    given.split(',').map((part) => {
      const [code = '', numbers = ''] = part.split(' ');
      const [home = 0, away = 0] = numbers.split(':').map(Number);
      return [code, [home, away] as const];
    }),
  );
