/** What `npm run check` says about packages: licences that we may use, weaknesses that the registry knows, and a registry that cannot be asked. */
import { describe, expect, it } from 'vitest';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly shipped: boolean;
}
/** Scripts have no types of their own. */
const script = async (name: string): Promise<unknown> => import(new URL(`../../scripts/checks/${name}.mjs`, import.meta.url).href);
const { check: audit, judge } = (await script('audit')) as {
  check(ask: () => Promise<{ code: number; output: string }>): Promise<string[]>;
  judge(output: string, code: number): { problems?: string[]; unchecked?: string };
};
const { check: licences, isAllowed } = (await script('licences')) as {
  check(packages?: readonly Package[]): string[];
  isAllowed(license: string | undefined): boolean;
};

const found = (severity: string, fixAvailable: boolean) => ({
  auditReportVersion: 2,
  vulnerabilities: {
    leaky: { name: 'leaky', severity, range: '<2.0.0', fixAvailable, via: [{ title: 'Reads any file' }] },
  },
});

describe('npm audit', () => {
  it('fails on what is high or critical, with what to do', () => {
    for (const severity of ['high', 'critical'])
      expect(judge(JSON.stringify(found(severity, true)), 1)).toEqual({
        problems: [`leaky <2.0.0: ${severity}, Reads any file. npm audit fix mends it.`],
      });
    expect(judge(JSON.stringify(found('high', false)), 1).problems?.[0]).toContain('There is no fixed version');
    for (const severity of ['low', 'moderate']) expect(judge(JSON.stringify(found(severity, true)), 1)).toEqual({ problems: [] });
    expect(judge('{"vulnerabilities":{}}', 0)).toEqual({ problems: [] });
  });

  it('says that nothing was checked where the registry does not answer, refuses, or says something else', async () => {
    const refused = 'npm warn audit 405\n{"message":"405 Method Not Allowed","error":{"summary":"405 Method Not Allowed","code":"E405"}}\n';
    expect(judge(refused, 1)).toEqual({ unchecked: 'E405 405 Method Not Allowed' });
    expect(judge('', 1)).toEqual({ unchecked: 'no report (exit code 1)' });
    expect(judge('npm error network', 1)).toEqual({ unchecked: 'no report (exit code 1)' });
    expect(await audit(async () => ({ code: 1, output: refused }))).toEqual([]);
    expect(await audit(async () => ({ code: 1, output: JSON.stringify(found('high', true)) }))).toHaveLength(1);
  });
});

describe('licences', () => {
  it('are one of the list, by choice or together', () => {
    for (const good of ['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT', 'ISC']) expect(isAllowed(good), good).toBe(true);
    for (const bad of [undefined, 'GPL-3.0', 'MIT AND AGPL-3.0', 'SEE LICENSE IN x', 'UNLICENSED']) expect(isAllowed(bad), bad).toBe(false);
  });

  it('of installed packages are in order; an exception for a tool is none for a shipped package', () => {
    expect(licences()).toEqual([]);
    const one = { name: 'axe-core', version: '1.0.0', license: 'MPL-2.0' };
    expect(licences([{ ...one, shipped: false }])).toEqual([]);
    expect(licences([{ ...one, shipped: true }])[0]).toContain('axe-core 1.0.0 has the licence MPL-2.0 and is shipped');
  });
});

describe('what the documents name', () => {
  const faults = async (page: string, text: string): Promise<readonly string[]> => {
    const { check } = (await script('docs')) as { check: (pages: readonly (readonly [string, string])[]) => readonly string[] };
    return check([[page, text]]).map((fault) => fault.replace(/; correct .*/, ''));
  };

  it('is there: a file, a heading, an identifier, a command, a variable', async () => {
    const text =
      'See `server/main.ts`, `docs/`, `readOptions()`, [a](engine.md#routes), `npm run games -- check` and `CAIPU_POOL`; `dist/sbom.json` is made.';
    expect(await faults('docs/page.md', text)).toEqual([]);
  });

  it('may be a file that the reader writes', async () => {
    expect(await faults('docs/zh/page.md', '存为 `games/no-such.json`：')).toEqual([]);
    expect(await faults('docs/zh/page.md', '打开 `games/no-such.json`。')).toEqual(['docs/zh/page.md:1  there is no games/no-such.json']);
  });

  it('is reported with its line where it is not there', async () => {
    const wrong = [
      ['`server/no-such.ts`', 'there is no server/no-such.ts'],
      ['`no-such-file.ts`', 'no file is called no-such-file.ts'],
      ['`noSuchName`', 'nothing in the sources is called noSuchName'],
      ['`noSuchCall(a, b)`', 'nothing in the sources is called noSuchCall'],
      ['[a](no-such.md)', 'the link no-such.md leads nowhere'],
      ['<img src="pictures/no-such.png" width="300" alt="a">', 'the link pictures/no-such.png leads nowhere'],
      ['[a](engine.md#no-such)', 'docs/engine.md has no heading #no-such'],
      ['`npm run nosuch -- x`', 'there is no npm run nosuch'],
      ['`CAIPU_NO_SUCH`', 'nothing reads CAIPU_NO_SUCH'],
    ] as const;
    const reportedFaults = await faults('docs/page.md', wrong.map(([text]) => `See ${text}.`).join('\n'));
    expect([...reportedFaults].sort()).toEqual(wrong.map(([, fault], at) => `docs/page.md:${at + 1}  ${fault}`).sort());
  });

  it('includes commands inside of a fence', async () => {
    expect(await faults('docs/page.md', '```sh\nnpm run nosuch\n```')).toEqual(['docs/page.md:2  there is no npm run nosuch']);
  });

  it('has every variable that the server reads, and every command', async () => {
    const settings = await faults('docs/reference/settings.md', '`CAIPU_ROLE`');
    expect(settings).toContain('docs/reference/settings.md  the server reads CAIPU_POOL, and this page does not have it; add a row');
    expect(settings.join()).not.toContain('CAIPU_ROLE');
    const commands = await faults('docs/reference/commands.md', '`npm start`, `npm run -s games -- check`');
    expect(commands).toContain('docs/reference/commands.md  package.json has the script bench, and this page does not; add a row');
    expect(commands.filter((fault) => /script (start|games|prepare),/.test(fault))).toEqual([]);
  });
});
