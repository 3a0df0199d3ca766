/** Nicknames: what they may be, and which of them look alike. The words are data (names.json). */
import { normalizeName } from '../../accounts/index.ts';
import names from './names.json' with { type: 'json' };
import { MEMBER_RULES } from './rules.ts';

/** Chinese characters, letters and digits. */
const CHARACTERS = /^[\p{Script=Han}A-Za-z0-9]+$/u;
const ALIKE = Object.entries(names.alike as Readonly<Record<string, string>>).sort(([a], [b]) => b.length - a.length);

/** A key that is equal for names that look alike. It ignores case, character width and look-alike characters. */
export function lookalikeKey(name: string): string {
  let key = normalizeName(name);
  for (const [from, to] of ALIKE) key = key.replaceAll(from, to);
  return key;
}

/** The fault of a nickname, as a text for players. */
export function nicknameFault(name: string): string | undefined {
  const { least, most } = MEMBER_RULES.nickname;
  const length = [...name].length;
  if (length < least || length > most || !CHARACTERS.test(name)) return `昵称须为 ${least}–${most} 个中文、字母或数字`;
  const key = lookalikeKey(name);
  if (names.refused.some((word) => key.includes(lookalikeKey(word)))) return '昵称含有不能使用的词，请换一个';
  return undefined;
}

/** Twelve suggestions for a taken name: its beginning and three digits. The caller checks which of them are free. */
export function similarNicknames(name: string, random: (n: number) => number): string[] {
  const { most } = MEMBER_RULES.nickname;
  const stem = [...name].slice(0, most - 3).join('');
  return Array.from({ length: 12 }, () => `${stem}${100 + random(900)}`);
}
