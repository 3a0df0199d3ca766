/** Plays are found by the initials of their names. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { initialsOf } from '../../../../engine/screens/lottery/initials.ts';

it('writes the initials of Chinese words, and leaves letters and digits', () => {
  expect(['前三直选', '任选五', '龙虎', '六肖', '大小单双', '冠亚和', '不定位', '特码 A', '11选5'].map((text) => initialsOf(text))).toEqual(
    ['qszx', 'rxw', 'lh', 'lx', 'dxds', 'gyh', 'bdw', 'tm a', '11x5'],
  );
});

it('knows every character in the name of a play', () => {
  const names = ['games', 'games/families'].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => {
        const { playGroups = [] } = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as {
          readonly playGroups?: readonly { readonly name: string; readonly plays: readonly { readonly name: string }[] }[];
        };
        return playGroups.flatMap(({ name, plays }) => [name, ...plays.map((play) => play.name)]);
      }),
  );
  expect(names.length).toBeGreaterThan(200);
  expect(names.filter((name) => /\p{Script=Han}/u.test(initialsOf(name)) || initialsOf(name).length !== [...name].length)).toEqual([]);
});
