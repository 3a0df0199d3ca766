/** Resident identity numbers (居民身份证号, GB 11643): 17 digits and a check character. */

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const CHECKS = '10X98765432';
/** Provinces by their first two digits; 81, 82 and 83 are those of residence permits of residents of Hong Kong, Macau and Taiwan (since 2018-09-01). */
const PROVINCES: ReadonlySet<string> = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(' '),
);
const ADULT_YEARS = 18;

/** The check character of 17 digits. */
export function checkCharacter(digits: string): string {
  const sum = WEIGHTS.reduce<number>((total, weight, at) => total + weight * Number(digits[at]), 0);
  return CHECKS[sum % 11] as string;
}

export const birthDateOf = (number: string): string => number.slice(6, 14);

/** The fault of a number, as a text for players. `today` is yyyymmdd in Shanghai. */
export function idNumberFault(number: string, today: string): string | undefined {
  if (!/^\d{17}[\dX]$/.test(number)) return '身份证号须为 18 位，最后一位可以是 X';
  if (!PROVINCES.has(number.slice(0, 2))) return '身份证号不正确，请核对';
  const birth = birthDateOf(number);
  if (!isDay(birth) || birth > today || birth < '19000101') return '身份证号中的出生日期不正确，请核对';
  if (checkCharacter(number.slice(0, 17)) !== number[17]) return '身份证号不正确，请核对';
  // Born on the day, one is of age when the day begins.
  if (Number(today) - Number(birth) < ADULT_YEARS * 10_000) return '未满 18 岁，不能实名认证';
  return undefined;
}

function isDay(day: string): boolean {
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(4, 6)), Number(day.slice(6))];
  const calendarDay = new Date(Date.UTC(year, month - 1, date));
  return calendarDay.getUTCFullYear() === year && calendarDay.getUTCMonth() === month - 1 && calendarDay.getUTCDate() === date;
}

/** `random(n)`: an integer from 0 to n − 1. */
type Random = (below: number) => number;

const SURNAMES = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨';
const GIVEN = '安平乐和康宁清远明朗嘉禾子墨一诺';

/**
 * A person who does not exist, for demonstrations. The number's first six digits are a province's own code, with which no person's number
 * begins, so that nobody is ever told apart by it.
 */
export function demoIdentity(random: Random): { readonly realName: string; readonly idNo: string } {
  const pick = (letters: string) => letters[random(letters.length)] as string;
  const provinces = [...PROVINCES];
  const year = 1960 + random(40);
  const birth = `${year}${String(1 + random(12)).padStart(2, '0')}${String(1 + random(28)).padStart(2, '0')}`;
  const digits = `${provinces[random(provinces.length)] as string}0000${birth}${String(random(1000)).padStart(3, '0')}`;
  return { realName: `${pick(SURNAMES)}${pick(GIVEN)}${pick(GIVEN)}`, idNo: digits + checkCharacter(digits) };
}

/** yyyymmdd in Shanghai of an instant (unix ms). */
export const shanghaiDay = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
