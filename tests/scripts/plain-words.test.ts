/** The check of plain English (scripts/checks/plain-words.mjs): which words it refuses, where it looks, and how long a sentence may be. */
import { describe, expect, it } from 'vitest';

const { paragraphs, prose, tooLong, wordsIn } = (await import(new URL('../../scripts/checks/plain-words.mjs', import.meta.url).href)) as {
  paragraphs(text: string): { line: number; text: string }[];
  prose(file: string, text: string): Iterable<readonly [line: number, text: string]>;
  tooLong(text: string): string[];
  wordsIn(text: string): string[];
};

describe('plain words', () => {
  it.each([
    'The next page goes to whoever asks.',
    'The share belongs to who started the order.',
    'Who pays first is first.',
    'A list of what failed.',
    'Two files, one of which is old.',
    'What is kept is not read.',
    'The operator is told once.',
    'The database is asked about the day.',
    'The id has the day of before.',
  ])('refuse: %s', (text) => {
    expect(wordsIn(text)).toHaveLength(1);
  });

  it.each(['A player who is logged in sees it.', 'The client asks what to show.', 'The server tells the client.'])('take: %s', (text) => {
    expect(wordsIn(text)).toEqual([]);
  });
});

describe('prose', () => {
  const found = (file: string, text: string) => [...prose(file, text)].map(([line, each]) => [line, each.replace(/\s+/g, ' ').trim()]);

  it('of a script is its comments and the titles of its tests', () => {
    const text = `/**\n * First.\n */\nconst a = 'whoever'; // Second.\n// Third,\n// on.\nit('fourth', () => {});\nit.each([1])("fifth", f);\n`;
    expect(found('a.ts', text)).toEqual([
      [1, 'First.'],
      [4, 'Second.'],
      [5, 'Third, on.'],
      [7, 'fourth'],
      [8, 'fifth'],
    ]);
  });

  it('of SQL is its comments', () => {
    expect(found('a.sql', `-- One,\n-- two.\nSELECT 'whoever'; -- Three.\n`)).toEqual([
      [1, 'One, two.'],
      [3, 'Three.'],
    ]);
  });
});

describe('sentences of a page', () => {
  const words = (count: number) => `${Array.from({ length: count }, () => 'word').join(' ')}.`;

  it('have at most thirty words; code and addresses of links count as one', () => {
    expect(tooLong(words(30))).toEqual([]);
    expect(tooLong(words(31))).toHaveLength(1);
    expect(tooLong(`${words(20)} ${words(20)}`)).toEqual([]);
    expect(tooLong(words(30).replace('word word word', '`a b c d` [word](a b c d)'))).toEqual([]);
  });

  it('stand in paragraphs and list items, outside of code and tables', () => {
    const page = '# Title\n\nOne\ntwo.\n\n- three\n- four\n  five\n\n```\nsix\n```\n| seven |\n';
    expect(paragraphs(page).map(({ line, text }) => [line, text.trim().replace(/\s+/g, ' ')])).toEqual([
      [3, 'One two.'],
      [6, 'three'],
      [7, 'four five'],
    ]);
  });
});
