/** 生肖 by date, 1993 to 2050. The new years are written here apart from the descriptions, as tyme4ts 1.5.2 gives them; three other packages agree. */
import { describe, expect, it } from 'vitest';
import { gameAt } from '../../../engine/descriptions/sets.ts';
import { gameNamed } from './support/games.ts';

const FIRST = 1993;
/** Month and day of the lunar new year of 1993 and each year after it, up to 2050. */
const NEW_YEARS = (
  '01-23 02-10 01-31 02-19 02-07 01-28 02-16 02-05 01-24 02-12 02-01 01-22 02-09 01-29 02-18 02-07 01-26 02-14 02-03 01-23 ' +
  '02-10 01-31 02-19 02-08 01-28 02-16 02-05 01-25 02-12 02-01 01-22 02-10 01-29 02-17 02-06 01-26 02-13 02-03 01-23 02-11 ' +
  '01-31 02-19 02-08 01-28 02-15 02-04 01-24 02-12 02-01 01-22 02-10 01-30 02-17 02-06 01-26 02-14 02-02 01-23'
)
  .split(' ')
  .map((day, at) => `${FIRST + at}-${day}`);
const ANIMALS = [...'鼠牛虎兔龙蛇马羊猴鸡狗猪'];
/** 1992 was a year of the monkey. */
const animalOfYear = (year: number): string => ANIMALS[(year - 1984 + 12) % 12] as string;
const DAY_MS = 86_400_000;
const eve = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

describe.each(['lhc', 'xamlhc', 'qwlhc'])('%s', (code) => {
  const game = gameNamed(code);
  const signsOn = (day: string) =>
    gameAt(game, Date.parse(`${day}T21:30:00+08:00`)).draw.zones.flatMap(({ signs }) => (signs ? [signs] : []));
  const animalOf = (day: string, number: number) =>
    signsOn(day)[0]?.find(({ numbers }) => (numbers as readonly number[]).includes(number))?.label;

  it('number 1 is the animal of the year from its first day on, and the animal of the year before on the eve', () => {
    expect(NEW_YEARS).toHaveLength(58);
    for (const [at, day] of NEW_YEARS.entries()) {
      expect([day, animalOf(day, 1)]).toEqual([day, animalOfYear(FIRST + at)]);
      expect([day, animalOf(eve(day), 1)]).toEqual([day, at === 0 ? undefined : animalOfYear(FIRST + at - 1)]);
    }
    expect(animalOf('2051-02-10', 1)).toBe('马');
  });

  it('the animals go back from the year’s own, which has five numbers', () => {
    for (const [at, day] of NEW_YEARS.entries()) {
      const [signs = []] = signsOn(day);
      expect(signs.flatMap(({ numbers }) => numbers as readonly number[]).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 49 }, (_, i) => i + 1),
      );
      const own = ANIMALS.indexOf(animalOfYear(FIRST + at));
      for (let back = 0; back < 12; back += 1) expect(animalOf(day, back + 1)).toBe(ANIMALS[(own - back + 12) % 12]);
      expect(signs.map(({ numbers }) => numbers.length).toSorted((a, b) => a - b)).toEqual([4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5]);
    }
  });

  it('a day without a table has no animals: before 1993 and from the new year of 2051 on', () => {
    for (const day of ['1993-01-22', '2051-02-11', '2060-01-01'])
      expect(signsOn(day)[0]?.flatMap(({ numbers }) => numbers as readonly number[])).toEqual([]);
  });
});
