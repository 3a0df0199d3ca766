// Writes the codes of problems into their reference pages, from the tables of the program: code, place, and the sentence in both languages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filled } from './marks.mjs';

/** [page, module of the codes, its export, fixtures that show places, sections: first code and heading]. */
const PAGES = [
  {
    page: 'docs/reference/game-errors.md',
    module: 'engine/descriptions/codes.ts',
    name: 'GAME_CODES',
    fixtures: ['games', 'families'],
    sections: {
      FILE_UNREADABLE: 'The file',
      JSON_SYNTAX: 'JSON',
      HEADER_SCHEMA: 'The head of a description',
      SHAPE_UNKNOWN_PROPERTY: 'Shape',
      DUPLICATE: 'Names',
      RANGE_ORDER: 'Zones and areas',
      BANKERS_RULE: 'Rules and conditions',
      PRIZE_MISSING: 'Prizes, pool and limits',
      SCHEDULE_DAY: 'Schedule, source and screens',
      RETURN_BAND: 'Warnings',
    },
  },
  {
    page: 'docs/reference/screen-errors.md',
    module: 'engine/descriptions/screens/codes.ts',
    name: 'SCREEN_CODES',
    fixtures: ['screens'],
    sections: {
      SCREEN_SYNTAX: 'Expressions, names and sources',
      SCREEN_CALL: 'Calls',
      SCREEN_ROUTE: 'What a screen names',
      SCREEN_UNREACHABLE: 'Conditions and lists',
    },
  },
];

/** Codes that any property of any file can have, or the file as a whole: no place of a fixture says more. */
const ANYWHERE = /^(JSON|SHAPE|TEXT)_|^DUPLICATE$/;
const WHOLE = /^(FILE_(?!NAME|KIND|TOO_MANY)|CHANGE_|FOLDER_)/;

/** Places of codes that no fixture has. `<play>` is a play, below `/playGroups`. */
const PLACES = {
  LIKE_PLAY: '<play>/like',
  LIKE_CHAIN: '<play>/like',
  LIKE_LACKS: '<play>/areas/pick',
  DISTINCT_NONE: '<play>/rule/distinct',
  PLAY_COSTLY: '<play>',
  DIRECT_FORM: '<play>/rule',
  TUPLES_MANY: '<play>/rule/of',
  TUPLES_ORDER: '<play>/rule/order',
  TUPLES_NONE: '<play>/rule/area',
  RANK_PAST: '<play>/rule/cases/*/when/value/nth',
  CHOOSE_FORM: '<play>/rule',
  BY_OUTSIDE: '<play>/areas/*/by/*/set',
  PASS_FORM: '<play>/rule',
  PASS_LEAST: '<play>/rule/least',
  PASS_HITS: '<play>/rule/tiers/*/hits/*',
  LEG_UNKNOWN: '<play>/rule/cases/*/tier',
  BOARD_DIFFERS: '<play>',
  BOARD_NARROW: '<play>',
  PRIZE_FIXED: '/datedPrizes/*/prizes/*/poolPermille',
  SCHEDULE_CLOCK: '/schedule/utcOffset',
  TIME_ZONE: '/schedule/timeZone',
  POOL_PRIZES_ORDER: '/poolPrizes/*/belowFen',
  TIER_ALWAYS: '/playGroups/*/plays/*/prizes/*/fen',
  PERIOD_INSTANT: '/datedPrizes/*/from',
  PERIOD_ORDER: '/datedPrizes/*/from',
  PERIOD_END: '/bonusPeriods/*/until',
  PERIOD_OVERLAP: '/bonusPeriods/*/prizes/*/plays/*',
  BONUS_NOTHING: '/bonusPeriods/*/prizes/*/permille',
  POOL_IDLE: '/poolSeedFen',
  POOL_SEED: '/poolSeedFen',
  LIMIT_PLAY: '/limits/plays/*/play',
  LIMIT_ORDER: '/limits/plays/*/stakeFen',
  LIMIT_SMALL: '/limits/stakeFen',
  LIMIT_MANY: '/limits/plays/*/selection',
  LIMIT_VALUES: '/limits/plays/*/selections',
  SCHEDULE_SESSIONS: '/schedule/sessions',
  SCHEDULE_OFF: '/schedule/off/*/to',
  SCHEDULE_MOVED: '/schedule/moved/*/from',
  CALENDAR_UNKNOWN: '/schedule/calendar',
  CALENDAR_BROKEN: '/schedule/calendar',
  CALENDAR_OVERLAP: '/closures/*/from',
  CALENDAR_UNTIL: '/until',
  CALENDAR_CLOSED: '/extra/*/day',
  CALENDAR_ENDS: '/until',
  ISSUE_RUN: '/schedule/issue',
  FACT_PICK: '/facts/*/say/*/value',
  SOURCE_ZONE: '/source/numbers/digits',
  SOURCE_KIND: '/source/numbers/digits',
  SOURCE_NUMBER: '/source/numbers/digits/*',
  SOURCE_MIXED: '/source/numbers',
  SOURCE_RANGE: '/source/numbers/digits/*',
  SOURCE_COSTLY: '/source/numbers',
  SOURCE_GAME: '/source/game',
  SOURCE_DRAW: '/source/zones',
  SOURCE_SCHEDULE: '/schedule',
  SOURCE_ISSUES: '/caps/issues',
  ISSUE_TEXT: '/schedule/issue',
  GAME_CODE: '/code',
  GAME_ROUTE: '/code',
  SCREEN_UNKNOWN: '/screen',
  ROUTE_UNKNOWN: '/confirm',
  ROUTE_CONFIRM: '/confirm',
  RETURN_BAND: '<play>',
  MENU_TAB: '/entries/*/tabIndex',
};

const cell = (text) => text.replaceAll('|', '\\|');

/** [[page, text]]: the reference pages with the codes as they are now. Throws when marks or sections are missing. */
export async function codePages(root) {
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  const pages = [];
  for (const { page, module, name, fixtures, sections } of PAGES) {
    const { [name]: codes } = await import(join(root, module));
    pages.push([page, filled(root, page, 'codes', codesText(codes, sections, placesIn(root, fixtures)))]);
  }
  await unregister();
  return pages;
}

function codesText(codes, sections, places) {
  const unknown = Object.keys(sections).filter((code) => codes[code] === undefined);
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: no such code; correct the sections in scripts/lib/code-docs.mjs`);
  const parts = [];
  for (const [code, { zh, en }] of Object.entries(codes)) {
    if (sections[code] !== undefined)
      parts.push(`## ${sections[code]}\n\n| code | place, for example | 中文 | English |\n|---|---|---|---|`);
    const said = [zh, en].map(({ message, remedy }, at) => cell(`${message}${at === 0 ? '；' : '; '}${remedy}`));
    parts[parts.length - 1] += `\n| \`${code}\` | ${placeOf(code, places)} | ${said.join(' | ')} |`;
  }
  return parts.join('\n\n');
}

function placeOf(code, places) {
  if (WHOLE.test(code)) return code.startsWith('FOLDER_') ? 'the folder' : 'the file';
  if (ANYWHERE.test(code)) return 'anywhere';
  const place = places.get(code) ?? PLACES[code];
  if (place === undefined) throw new Error(`${code}: no fixture shows its place; add one, or name the place in scripts/lib/code-docs.mjs`);
  return place === '' ? 'the file' : `\`${place}\``;
}

/** By code the deepest place at which a fixture has it; positions in lists are written `*`. */
function placesIn(root, fixtures) {
  const places = new Map();
  for (const file of fixtures)
    for (const { expected } of Object.values(JSON.parse(readFileSync(join(root, `tests/fixtures/malformed/${file}.json`), 'utf8'))))
      for (const { code, pointer } of expected) {
        const place = pointer.replace(/\/\d+(?=\/|$)/g, '/*').replace(/^\/playGroups\/\*\/plays\/\*/, '<play>');
        if (place.length > (places.get(code)?.length ?? -1)) places.set(code, place);
      }
  return places;
}
