/** Whether two tickets of matches (JSON as in a bet call) are equal apart from the odds of their choices. */
export const sameBets = (a: string, b: string): boolean => betsOf(a) === betsOf(b);

const betsOf = (ticket: string): string =>
  JSON.stringify(JSON.parse(ticket), (key, value: unknown) =>
    key === 'picks'
      ? Object.entries(value as object).map(([play, chosen]) => [play, Array.isArray(chosen) ? chosen : Object.keys(chosen as object)])
      : value,
  );
