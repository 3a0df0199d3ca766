import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));
const compile = (name: string) =>
  new Ajv2020({ allErrors: true, strict: true, strictRequired: false }).compile(read(`schemas/${name}.schema.json`) as object);
const routes = compile('routes');
const menu = compile('menu');

describe('the descriptions keep to their schemas', () => {
  it('routes', () => {
    expect(routes(read('app/descriptions/routes.json')), JSON.stringify(routes.errors)).toBe(true);
  });
  for (const name of readdirSync(new URL('../../../app/descriptions/menus/', import.meta.url))) {
    it(`menu ${name}`, () => expect(menu(read(`app/descriptions/menus/${name}`)), JSON.stringify(menu.errors)).toBe(true));
  }
});

describe('the schemas refuse', () => {
  const menuWith = (entry: object) => ({
    $schema: 's',
    format: 1,
    kind: 'menu',
    code: 'm',
    name: '菜单',
    entries: [{ code: 'A', label: '甲', ...entry }],
  });
  it.each([
    ['a route entry without url', { type: 1 }],
    ['a tab entry without index', { type: 2, url: 'x' }],
    ['a special action without name', { type: 3 }],
    ['a named action without name', { type: 4 }],
    ['an unknown type', { type: 5 }],
    ['a foreign address as url', { type: 1, url: 'https://evil.example' }],
    ['a url that names a host', { type: 1, url: '//evil.example' }],
    ['an unknown property', { href: 'x' }],
  ])('%s', (_name, entry) => expect(menu(menuWith(entry))).toBe(false));
  it('but take the entries that a menu needs', () => {
    for (const entry of [
      {},
      { type: 1, url: 'betRecord' },
      { type: 2, tabIndex: 0 },
      { type: 4, action: 'CheckUpdate', disabledReason: '暂停' },
    ])
      expect(menu(menuWith(entry))).toBe(true);
  });
  const base = { $schema: 's', format: 1, kind: 'routes', code: 'app', aliases: [], gameKeys: { rules: [], table: {} } };
  it.each([
    ['a path without its slash', { path: 'ssq', section: 'number', loginOnly: false }],
    ['half a parameter', { path: '/ssc/x{gameCode}', section: 'number', loginOnly: false }],
    ['a section that is none', { path: '/x', section: 'x', loginOnly: false }],
    ['a route that does not say who may', { path: '/x', section: 'home' }],
  ])('%s', (_name, route) => {
    expect(routes({ ...base, routes: [route] })).toBe(false);
  });
  it('but take a plain route', () =>
    expect(routes({ ...base, routes: [{ path: '/x/{y}', section: 'home', loginOnly: false }] })).toBe(true));
});
