import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileGame, type CompiledGame, compilePlay } from '../../engine/rules/index.ts';
import { oddsOf } from '../../engine/rules/odds.ts';
import type { Draw, Game, Line } from '../../engine/descriptions/types.ts';
import { main } from '../../tools/games/main.ts';
import { runCommand } from '../support/command.ts';
import { gamesFolder } from '../support/games-folder.ts';
import { labelsToValues } from '../../tools/games/labels.ts';
import { GameLibrary } from '../../tools/games/library.ts';
import { compareEveryDraw, simulate } from '../../tools/games/simulate.ts';

const root = join(import.meta.dirname, '../..');
const { folder, games, text } = gamesFolder();

async function compiled(code: string): Promise<CompiledGame> {
  const found = await (await GameLibrary.open(folder, 'zh')).game(code);
  if (!found.ok) throw new Error(found.problem);
  return found.compiled;
}

describe('games check', () => {
  it('warns of a return outside of the band, located, and refuses nothing for it unless strict', async () => {
    const file = join(folder, 'jsks.json');
    expect((await games('check', file)).err).toBe('1 个文件，没有问题\n');
    const warned = await games('check', '--lang', 'en', '--band', '57-100', file);
    expect([warned.code, warned.out]).toEqual([0, []]);
    expect(warned.err).toMatch(
      /^warning {2}\S*jsks\.json:7:13 {2}\/family {2}RETURN_BAND {2}play \S+ HZ returns 55\.56%, outside of 57%–100%; .+$/m,
    );
    expect((await games('check', '--strict', '--band=57-100', file)).code).toBe(1);
    expect((await games('check', '--strict', '--band=50-91', file)).code).toBe(0);
    expect((await games('check', '--band', 'much', file)).code).toBe(2);
  });

  it('tells an empty object in the folder of games all that a game has, and one that lies elsewhere what every description has', async () => {
    const outputOf = async (file: string) => {
      writeFileSync(file, '{}');
      const { code, out } = await games('check', file);
      rmSync(file);
      expect(code).toBe(1);
      return out.map((line) => line.split('  ')[3]?.match(/"(\$?\w+)"/)?.[1]);
    };
    const head = ['$schema', 'format', 'kind'];
    const own = ['code', 'name', 'schedule', 'caps', 'prizeTable', 'menu', 'unitFen', 'draw', 'playGroups', 'screen', 'confirm'];
    expect(await outputOf(join(folder, 'nothing.json'))).toEqual([...head, ...own]);
    expect(await outputOf(join(mkdtempSync(join(tmpdir(), 'caipu-elsewhere-')), 'nothing.json'))).toEqual(head);
  });

  it('warns at the prize that the game itself changes', async () => {
    const file = join(folder, 'rich.json');
    const game = { ...(JSON.parse(text('jsks')) as object), code: 'rich', prizes: [{ play: 'STH_TX', tier: 'win', fen: 8000 }] };
    writeFileSync(file, JSON.stringify(game));
    expect((await games('check', file)).err).toMatch(/\/prizes\/0\/fen {2}RETURN_BAND .*111\.11%/);
    rmSync(file);
  });
});

it('check --watch checks again after a change, and its code is that of the last check', async () => {
  const file = join(folder, 'watched.json');
  const good = text('jlffc').replace('"code": "jlffc"', '"code": "watched"');
  writeFileSync(file, good);
  const ended = new AbortController();
  const watchRun = runCommand((args) => main(args, ended.signal), ['check', '--watch', file], { CAIPU_GAMES: folder });
  const written: string[] = [];
  const { write } = process.stderr;
  const until = async (what: string) => expect.poll(() => written.join(''), { timeout: 20_000 }).toContain(what);
  process.stderr.write = ((chunk: string) => Boolean(written.push(chunk)) && write.call(process.stderr, chunk)) as typeof write;
  await until('1 个文件，没有问题');
  written.length = 0;
  const { write: out } = process.stdout;
  process.stdout.write = ((chunk: string) => Boolean(written.push(chunk)) && out.call(process.stdout, chunk)) as typeof out;
  writeFileSync(file, good.replace('"caps"', '"cabs"'));
  await until('是不是');
  ended.abort();
  expect((await watchRun).code).toBe(1);
  rmSync(file);
});

describe('a file that lies anywhere', () => {
  const elsewhere = () => join(folder, 'elsewhere');
  beforeAll(() => {
    mkdirSync(join(elsewhere(), 'families'), { recursive: true });
    const family = readFileSync(join(folder, 'families/k3.json'), 'utf8');
    writeFileSync(join(elsewhere(), 'families/mine.json'), family.replace('"code": "k3"', '"code": "mine"'));
    // Beside the file instead of in a folder, and one that lies among the games alone.
    writeFileSync(join(elsewhere(), 'near.json'), family.replace('"code": "k3"', '"code": "near"'));
    for (const of of ['mine', 'near', 'k3', 'nowhere'])
      writeFileSync(
        join(elsewhere(), `of-${of}.json`),
        text('jsks').replace('"code": "jsks"', '"code": "toy"').replace('"family": "k3"', `"family": "${of}"`),
      );
  });

  it('is a game for plays, odds, simulate and diff, with its family beside it or among the games', async () => {
    const usual = (await games('odds', 'jsks', 'HZ')).out.slice(1);
    for (const of of ['mine', 'near', 'k3']) {
      const { code, out, err } = await games('odds', join(elsewhere(), `of-${of}.json`), 'HZ');
      expect([of, code, err]).toEqual([of, 0, '']);
      expect(out[0]).toMatch(/ toy {2}/);
      expect(out.slice(1)).toEqual(usual);
    }
    const file = join(elsewhere(), 'of-near.json');
    expect((await games('plays', file, 'HZ')).out[0]).toMatch(/ toy$/);
    expect((await games('simulate', file, '--draws', '500')).code).toBe(0);
    expect((await games('diff', 'jsks', file)).code).toBe(0);
  });

  it('is a family too: a game of it with no differences', async () => {
    for (const file of [join(elsewhere(), 'near.json'), join(elsewhere(), 'families/mine.json')]) {
      expect((await games('odds', file, 'HZ')).out.slice(1)).toEqual((await games('odds', 'jsks', 'HZ')).out.slice(1));
      expect((await games('plays', file)).code).toBe(0);
    }
    expect(await games('diff', join(folder, 'families/k3.json'), join(elsewhere(), 'near.json'))).toMatchObject({ code: 0 });
  });

  it('that is refused has the report of check, with exit code 1', async () => {
    const { code, out, err } = await games('odds', join(elsewhere(), 'of-nowhere.json'));
    expect([code, out]).toEqual([1, []]);
    expect(err).toMatch(/of-nowhere\.json:\d+:\d+ {2}\/family {2}FAMILY_UNKNOWN/);
    expect((await games('plays', './no/such.json')).err).toContain('FILE_UNREADABLE');
  });
});

it('the script prints what the command writes, ends with its code, and takes its folder from the environment', async () => {
  for (const args of [['odds', 'jsks', 'HZ'], ['odds', 'jskz'], ['nonsense']]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/games.mjs'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, CAIPU_GAMES: folder },
    });
    expect({ code: status, out: stdout, err: stderr }).toEqual(await runCommand(main, args, { CAIPU_GAMES: folder }));
  }
});

describe('games odds', () => {
  it('prints exact chances, prizes and returns', async () => {
    const { code, out } = await games('odds', 'jsks', 'HZ');
    expect(code).toBe(0);
    expect(out[0]).toBe('江苏快三 jsks  开奖结果 216');
    expect(out.slice(1)).toContain('    和值 3 / 18  1/216  1 : 216  240.00 元');
    expect((await games('odds', 'ssq', 'FS', '--lang', 'en')).out.slice(1)).toEqual([
      'FS  普通 复式  17,721,088 bets of 2.00 yuan, return to player 44.77% (1,133,425/2,531,584)',
      '  1  1/17,721,088  1 : 17,721,088  about 5,000,000.00 yuan',
      '  2  15/17,721,088  1 : 1,181,405.87  about 150,000.00 yuan',
      '  3  81/8,860,544  1 : 109,389.43  3,000.00 yuan',
      '  4  7,695/17,721,088  1 : 2,302.94  200.00 yuan',
      '  5  137,475/17,721,088  1 : 128.90  10.00 yuan',
      '  6  130,455/2,215,136  1 : 16.98  5.00 yuan',
      '  any tier  297,247/4,430,272  1 : 14.90',
    ]);
  });

  it('says what it does not know, with a guess', async () => {
    expect(await games('odds', 'jskz')).toMatchObject({ code: 1, out: [] });
    expect((await games('odds', 'jskz')).err).toContain('jsks');
    expect((await games('odds', 'jsks', 'ZH')).err).toContain('是不是 HZ');
  });

  it('has every play of every game, and what its tiers pay is its return', async () => {
    for (const name of ['ssq', 'jsks', 'jlffc']) {
      const game = await compiled(name);
      const table = oddsOf(game);
      expect(table.map(({ code }) => code)).toEqual(game.plays.map(({ play }) => play.code));
      for (const play of table)
        for (const kind of play.kinds) {
          // Σ chance × prize ÷ price, computed again from the shown figures.
          const whole = kind.tiers.reduce((product, { chance }) => product * chance.denominator, 1n);
          const sum = kind.tiers.reduce(
            (total, { chance, fen }) => total + (chance.numerator * BigInt(fen) * whole) / chance.denominator,
            0n,
          );
          expect(sum * kind.returns.denominator).toBe(kind.returns.numerator * BigInt(play.unitFen) * whole);
        }
    }
  });
});

describe('games plays', () => {
  it('lists what a ticket may name: plays, areas, values with their labels', async () => {
    const { code, out } = await games('plays', 'jlffc', 'LH');
    expect(code).toBe(0);
    expect(out[0]).toBe('吉林分分彩 jlffc');
    expect(out[1]).toMatch(/^LH {2}龙虎和 {2}每注 2\.00 元$/);
    expect(out.slice(2).every((line) => /^ {2}\S+ {2}\S+ {2}\S+=龙 \S+=虎 \S+=和，选 \d/.test(line))).toBe(true);
    expect((await games('plays', 'lhc', 'DT10', '--lang', 'en')).out.slice(1)).toEqual([
      'DT10  胆拖  10.00 yuan a bet',
      '  pick  号码  1–49, picks 1–48, bankers 1–5',
    ]);
    expect((await games('plays', 'lhc', 'DT1')).err).toContain('是不是 DT10');
  });
});

it('a label stands for its value, and what is neither is left for the ticket to be refused', async () => {
  const { game } = await compiled('jlffc');
  const ticket = (picked: unknown) => ({ game: 'jlffc', lines: [{ play: 'LH', picks: { 'wan-qian': picked } }] });
  expect(labelsToValues(ticket(['龙', 'tiger', '和']), game)).toEqual(ticket(['dragon', 'tiger', 'tie']));
  for (const picked of [['凤'], [1], 'dragon', null]) expect(labelsToValues(ticket(picked), game)).toEqual(ticket(picked));
  for (const odd of [null, 1, { lines: 1 }, { lines: [null, { play: 'x' }, { play: 'LH' }] }])
    expect(labelsToValues(odd, game)).toEqual(odd);
});

describe('games simulate', () => {
  it('agrees with the odds, and a seed gives the same again', async () => {
    const first = await games('simulate', 'jsks', '--draws', '3000', '--seed', 'a');
    expect(first.code).toBe(0);
    expect(first.out.at(-1)).toMatch(/^江苏快三：\d+ 个奖级相符；\d 个中得太少/);
    // Three bets say nothing of any tier, and are not said to.
    const few = await games('simulate', 'jsks', '--draws', '3');
    expect(few.out.at(-1)).toMatch(/^江苏快三：0 个奖级相符；22 个中得太少，看不出来/);
    expect((await games('simulate', 'jsks', '--draws=3000', '--seed=a')).out).toEqual(first.out);
    expect((await games('simulate', 'jsks', '--draws', '0')).code).toBe(2);
  });

  it('over every draw the wins are chance × draws to the last bet', async () => {
    const game = await compiled('jsks');
    const comparisons = compareEveryDraw(game, 3, 'b');
    expect(comparisons?.length, 'every tier').toBe(game.plays.reduce((sum, { prizes }) => sum + prizes.size, 0));
    expect(comparisons?.filter(({ agrees }) => !agrees)).toEqual([]);
    expect(
      compareEveryDraw(game, 0, 'b')?.filter(({ expected }) => expected === 0),
      'every tier was bet on',
    ).toEqual([]);
    expect(compareEveryDraw(await compiled('ssq'), 1, 'b')).toBeUndefined();
  });

  it('sees a settlement that pays too often', async () => {
    const game = await compiled('jsks');
    const generous: CompiledGame = {
      ...game,
      plays: game.plays.map((play) =>
        play.play.code === 'EBTH'
          ? Object.assign(compilePlay(game.game, play.play), {
              settle: (line: Line, draw: Draw) => (draw.numbers.dice?.[0] === 6 ? new Map([['win', 1n]]) : play.settle(line, draw)),
            })
          : play,
      ),
    };
    expect(
      simulate(generous, 2000, 'c')
        .filter(({ agrees }) => !agrees)
        .map(({ play }) => play),
    ).toEqual(['EBTH']);
    expect(
      compareEveryDraw(generous, 1, 'c')
        ?.filter(({ agrees }) => !agrees)
        .map(({ play }) => play),
    ).toEqual(['EBTH']);
  });
});

describe('games diff', () => {
  const changed = (change: (game: Record<string, object>) => object): string => {
    const file = join(folder, 'draft.json');
    writeFileSync(file, JSON.stringify(change(JSON.parse(text('jsks')) as Record<string, object>)));
    return file;
  };

  it('nothing changed is nothing changed', async () => {
    expect(
      await games(
        'diff',
        'jsks',
        changed((game) => ({ ...game })),
      ),
    ).toMatchObject({ code: 0, out: ['对玩家没有任何改变'] });
  });

  it('says plays, prizes, caps and schedule in words, with what players gain and lose', async () => {
    const file = changed(({ schedule, caps, ...game }) => ({
      ...game,
      caps: { ...caps, multiplier: 100 },
      schedule: { ...schedule, drawsPerDay: 40, closeBeforeSeconds: 30 },
      omitPlays: ['SLH_TX'],
      prizes: [{ play: 'STH_TX', tier: 'win', fen: 5000 }],
    }));
    const diffOutput = (await games('diff', 'jsks', file)).out;
    // From which issue on depends on the time of day.
    const at = diffOutput.findIndex((line) => line.startsWith('* 新的开奖时间'));
    expect(diffOutput[at]).toMatch(/^\* 新的开奖时间(从第 \d+ 期起（\d{4}-\d\d-\d\d \d\d:\d\d 开奖）|：在售的一期和下一期不变)/);
    expect(diffOutput.toSpliced(at, 1)).toEqual([
      '* 每天期数：41 → 40',
      '+ 开奖前截止（秒）：60 → 30',
      '- 最高倍数：50,000 → 100',
      '- 取消玩法 三连号 三连号通选（SLH_TX）',
      '+ 三同号 三同号通选奖金提高：40.00 元 → 50.00 元',
      '+ 三同号 三同号通选返奖率：55.56% → 69.44%',
    ]);
    expect((await games('diff', file, 'jsks', '--lang', 'en')).out).toContain('+ play SLH_TX is new (三连号 三连号通选), returns 55.56%');
  });

  it('a file that is refused is reported, not compared', async () => {
    const file = changed((game) => ({ ...game, kap: 1 }));
    const { code, err } = await games('diff', 'jsks', file, '--lang', 'en');
    expect(code).toBe(1);
    expect(err).toMatch(/draft\.json:1:\d+ {2}\/kap {2}SHAPE_UNKNOWN_PROPERTY/);
  });

  it('a game that is not there is reported', async () => {
    const { err } = await games('diff', 'jsks', 'nowhere');
    expect(err).toContain('FILE_UNREADABLE');
  });
});

describe('the odds of a made-up game', () => {
  it('are those of counting by hand', async () => {
    const game = {
      code: 'toy',
      name: 'toy',
      unitFen: 100,
      draw: { zones: [{ id: 'z', label: 'z', kind: 'set', from: 1, to: 4, pick: 2 }] },
      playGroups: [
        {
          code: 'g',
          name: 'g',
          plays: [
            {
              code: 'P',
              name: 'P',
              hint: '',
              areas: [{ kind: 'numbers', id: 'a', label: 'a', from: 1, to: 4, min: 2, max: 4 }],
              rule: {
                kind: 'combination',
                picks: [{ area: 'a', choose: 2, of: [{ zone: 'z' }] }],
                tiers: [
                  { tier: 'w', hits: [[2]] },
                  { tier: 'h', hits: [[1]] },
                ],
              },
              prizes: [
                { kind: 'fixed', tier: 'w', name: 'w', fen: 300 },
                { kind: 'fixed', tier: 'h', name: 'h', fen: 30 },
              ],
            },
          ],
        },
      ],
    } as unknown as Game;
    const [play] = oddsOf(compileGame(game));
    // Six pairs: one is right, one has nothing right, four have one right.
    expect(play?.bets).toBe(6n);
    expect(play?.kinds[0]?.tiers.map(({ tier, chance }) => [tier, chance.numerator, chance.denominator])).toEqual([
      ['w', 1n, 6n],
      ['h', 2n, 3n],
    ]);
    expect(play?.kinds[0]?.returns).toEqual({ numerator: 7n, denominator: 10n });
  });
});
