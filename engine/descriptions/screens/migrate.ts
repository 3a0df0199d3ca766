/**
 * Screens from format 1 to 2 and back.
 *
 *   format 1                                     format 2
 *   headerAction                                 header.action
 *   reloadOn: ["draw"]                           refresh: [{ on: "draw" }]
 *   record-detail with sections                  group with blocks: hero, facts, rows, draw-result, buttons
 *   record-list, with or without a filter        choices (the filter), rows
 *   confirm beside an action                     confirm in the action
 *   balls with hits and version                  draw-result without: lines light up their own hits
 *   draw-proof without `of`                      of: sources.order
 *
 * Format 1 cannot say everything that format 2 can: `down` throws a MigrationError that names the place.
 */
import { pointerOf } from '../problem.ts';

type Json = Readonly<Record<string, unknown>>;

export class MigrationError extends Error {
  readonly pointer: string;
  constructor(pointer: string, what: string) {
    super(`${pointer || '/'}: format 1 has no ${what}`);
    this.name = 'MigrationError';
    this.pointer = pointer;
  }
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const given = (record: Readonly<Record<string, unknown>>): Json =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** Where a part of the new document stood in the old one: prefixes of pointers. */
type Moves = [now: string, before: string][];

export function toCurrentScreen(document: Json): Json {
  return up(document).document;
}

/** The pointer in the format 1 document of a place that its format 2 form has at `pointer`. */
export function format1Pointer(pointer: string, original: Json): string {
  let best: Moves[number] = ['', ''];
  for (const move of up(original).moves) {
    const [now] = move;
    if (now.length > best[0].length && (pointer === now || pointer.startsWith(`${now}/`))) best = move;
  }
  return best[1] + pointer.slice(best[0].length);
}

function up(document: Json): { readonly document: Json; readonly moves: Moves } {
  const moves: Moves = [];
  const { headerAction, ...rest } = document;
  const sources = isRecord(document.sources)
    ? {
        sources: Object.fromEntries(
          Object.entries(document.sources).map(([name, source]) => [name, upSource(source, `/sources/${name}`, moves)]),
        ),
      }
    : {};
  if (headerAction !== undefined) moves.push(['/header/action', '/headerAction']);
  const blocks = Array.isArray(document.blocks) ? { blocks: upBlocks(document.blocks, moves) } : {};
  const head = headerAction === undefined ? {} : { header: { action: headerAction } };
  // In the order in which a person writes them: head, sources, blocks last.
  const { sources: _, blocks: _blocks, ...own } = rest;
  return { document: { ...own, ...head, ...sources, ...blocks, format: 2 }, moves };
}

function upSource(source: unknown, pointer: string, moves: Moves): unknown {
  if (!isRecord(source) || !Array.isArray(source.reloadOn)) return source;
  const { reloadOn, ...rest } = source;
  const events = reloadOn as readonly unknown[];
  for (const at of events.keys()) moves.push([`${pointer}/refresh/${at}/on`, `${pointer}/reloadOn/${at}`]);
  return { ...rest, refresh: events.map((on) => ({ on })) };
}

function upBlocks(blocks: readonly unknown[], moves: Moves): unknown[] {
  const result: unknown[] = [];
  for (const [index, block] of blocks.entries()) {
    const before = `/blocks/${index}`;
    for (const part of isRecord(block) ? upBlock(block) : [{ block, from: '' }]) {
      const now = `/blocks/${result.length}`;
      moves.push([now, before + part.from]);
      for (const [own, old] of part.moves ?? []) moves.push([now + own, before + old]);
      result.push(part.block);
    }
  }
  return result;
}

interface Part {
  readonly block: unknown;
  /** Where in the old block the whole of it stood. */
  readonly from: string;
  readonly moves?: Moves;
}

function upBlock(block: Json): Part[] {
  switch (block.block) {
    case 'record-detail':
      return [upDetail(block)];
    case 'record-list': {
      const { filter, ...rest } = block;
      const rows: Part = { block: { ...rest, block: 'rows' }, from: '' };
      if (!isRecord(filter)) return [rows];
      return [{ block: given({ block: 'choices', when: block.when, ...filter }), from: '/filter' }, rows];
    }
    case 'cells': {
      if (!Array.isArray(block.items)) return [{ block, from: '' }];
      const moves: Moves = [];
      const items = block.items.map((item, at) => upLabelled(item, `/items/${at}`, `/items/${at}`, moves, 'ok'));
      return [{ block: { ...block, items }, from: '', moves }];
    }
    case 'draw-proof':
      return [{ block: { of: 'sources.order', ...block }, from: '' }];
    default:
      return [{ block, from: '' }];
  }
}

const SECTION: Readonly<Record<string, string>> = { hero: 'hero', facts: 'facts', list: 'rows', balls: 'draw-result', actions: 'buttons' };

function upDetail(block: Json): Part {
  const moves: Moves = [];
  const { sections, block: _, ...own } = block;
  const blocks = listOf(sections).map((section, at) => {
    moves.push([`/blocks/${at}`, `/sections/${at}`]);
    if (!isRecord(section)) return section;
    const { kind, ...rest } = section;
    const name = typeof kind === 'string' && Object.hasOwn(SECTION, kind) ? SECTION[kind] : kind;
    moves.push([`/blocks/${at}/block`, `/sections/${at}/kind`]);
    const { hits: _hits, version: _version, ...unlit } = rest;
    const base = { block: name, ...(kind === 'balls' ? unlit : rest) };
    if (kind === 'list' && rest.empty !== undefined) {
      moves.push([`/blocks/${at}/empty/title`, `/sections/${at}/empty`]);
      return { ...base, empty: { title: rest.empty } };
    }
    if (kind !== 'actions' || !Array.isArray(rest.actions)) return base;
    const actions = rest.actions.map((action, index) =>
      upLabelled(action, `/blocks/${at}/actions/${index}`, `/sections/${at}/actions/${index}`, moves, 'yes'),
    );
    return { ...base, actions };
  });
  return { block: { block: 'group', ...own, blocks }, from: '', moves };
}

/** A question beside an action becomes a part of the action; `yes` is what the word to go on was called. */
function upLabelled(item: unknown, now: string, before: string, moves: Moves, yes: 'ok' | 'yes'): unknown {
  if (!isRecord(item) || !isRecord(item.confirm) || !isRecord(item.action)) return item;
  const { confirm, ...rest } = item;
  const { [yes]: go, ...question } = confirm;
  moves.push([`${now}/action/confirm`, `${before}/confirm`], [`${now}/action/confirm/yes`, `${before}/confirm/${yes}`]);
  return { ...rest, action: { ...item.action, confirm: given({ ...question, yes: go }) } };
}

/** @throws MigrationError for what format 1 cannot say. */
export function toFormat1Screen(document: Json): Json {
  const { header, ...rest } = document;
  refuse(document, '', ['state']);
  const sources = isRecord(document.sources)
    ? {
        sources: Object.fromEntries(
          Object.entries(document.sources).map(([name, source]) => [name, downSource(source, `/sources/${name}`)]),
        ),
      }
    : {};
  const head = isRecord(header) && header.action !== undefined ? { headerAction: downHeader(header.action) } : {};
  const { sources: _, blocks: _blocks, ...own } = rest;
  const blocks = listOf(document.blocks).map((block, at) => downBlock(block, `/blocks/${at}`));
  return { ...own, ...head, ...sources, blocks, format: 1 };
}

function downHeader(action: unknown): unknown {
  if (isRecord(action)) refuse(action, '/header/action', ['icon', 'primary', 'danger', 'when', 'disabled', 'busy']);
  return downActions(action, '/header/action');
}

function refuse(record: Json, pointer: string, names: readonly string[]): void {
  for (const name of names) if (record[name] !== undefined) throw new MigrationError(pointer + pointerOf(name), name);
}

function downSource(source: unknown, pointer: string): unknown {
  if (!isRecord(source)) return source;
  refuse(source, pointer, ['poll']);
  const { refresh, ...rest } = source;
  if (!Array.isArray(refresh)) return rest;
  const reloadOn = refresh.map((each: Json, at) => {
    refuse(each, `${pointer}/refresh/${at}`, ['when', 'put']);
    return each.on;
  });
  return { ...rest, reloadOn };
}

const KIND: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(SECTION).map(([kind, block]) => [block, kind]));
/** Blocks that format 1 has under the same name. */
const SAME = new Set(
  'article ball-board banner bet-bar cells chase-plan choices countdown dialog draw-list draw-proof form game-catalogue game-day game-list latest-draw menu-grid not-open notice-bar play-info play-money play-tabs profile-card slip speed-test text trend-chart web-frame'.split(
    ' ',
  ),
);

function downBlock(block: unknown, pointer: string): unknown {
  if (!isRecord(block)) return block;
  const name = String(block.block);
  if (name === 'group') {
    refuse(block, pointer, ['title', 'show', 'name', 'value', 'scope', 'each', 'key', 'limit', 'empty', 'open']);
    const { blocks, ...own } = block;
    return { ...own, block: 'record-detail', sections: listOf(blocks).map((child, at) => downSection(child, `${pointer}/blocks/${at}`)) };
  }
  if (name === 'rows' && block.source !== undefined) {
    refuseRow(block.row, `${pointer}/row`);
    refuse(block, pointer, ['title', 'each', 'under', 'select', 'limit']);
    want(block, pointer, ['key', 'empty']);
    return { ...block, block: 'record-list', row: downActions(block.row, `${pointer}/row`) };
  }
  if (Object.hasOwn(KIND, name)) return { block: 'record-detail', sections: [downSection(block, pointer)] };
  if (!SAME.has(name)) throw new MigrationError(pointer, `block "${name}"`);
  if (name === 'form') downForm(block, pointer);
  if (name === 'article') {
    refuse(block, pointer, ['body', 'actions']);
    want(block, pointer, ['source', 'title', 'text']);
  }
  if (name === 'cells' && Array.isArray(block.items))
    return { ...block, items: block.items.map((item, at) => downLabelled(item, `${pointer}/items/${at}`, 'ok')) };
  return downActions(block, pointer);
}

function refuseRow(row: unknown, pointer: string): void {
  if (isRecord(row)) refuse(row, pointer, ['icon', 'progress', 'progressMore', 'swipe', 'actions']);
}

const FIELD_TYPES = new Set(['text', 'password', 'tel', 'digits']);
const FIELD_PROPERTIES = new Set(
  'name label type required minLength maxLength max characters same value placeholder hint autocomplete'.split(' '),
);
const CHARACTERS = new Set(['word', 'name', 'ascii']);

function downForm(form: Json, pointer: string): void {
  refuse(form, pointer, ['state']);
  for (const [at, field] of listOf(form.fields).entries()) {
    if (!isRecord(field)) continue;
    const place = `${pointer}/fields/${at}`;
    if (!FIELD_TYPES.has(String(field.type))) throw new MigrationError(`${place}/type`, `field of type "${String(field.type)}"`);
    refuse(
      field,
      place,
      Object.keys(field).filter((name) => !FIELD_PROPERTIES.has(name)),
    );
    if (field.characters !== undefined && !CHARACTERS.has(String(field.characters)))
      throw new MigrationError(`${place}/characters`, `characters "${String(field.characters)}"`);
  }
  if (isRecord(form.submit)) refuse(form.submit, `${pointer}/submit`, ['icon', 'primary', 'danger', 'when', 'disabled']);
  for (const [at, link] of listOf(form.links).entries())
    if (isRecord(link)) refuse(link, `${pointer}/links/${at}`, ['icon', 'primary', 'danger', 'when', 'disabled', 'busy']);
}

/** What format 1 does not go without. */
function want(record: Json, pointer: string, names: readonly string[]): void {
  for (const name of names) if (record[name] === undefined) throw new MigrationError(pointer, `${String(record.block)} without "${name}"`);
}

function downSection(block: unknown, pointer: string): unknown {
  if (!isRecord(block)) return block;
  const { block: name, id: _, ...rest } = block;
  const kind = KIND[String(name)];
  if (kind === undefined) throw new MigrationError(pointer, `block "${name}" inside another`);
  if (kind === 'list') {
    refuse(rest, pointer, ['source', 'key', 'select', 'end']);
    refuseRow(rest.row, `${pointer}/row`);
    const { empty, ...list } = rest;
    if (isRecord(empty)) refuse(empty, `${pointer}/empty`, ['note', 'icon', 'label', 'action']);
    return { kind, ...(downActions(list, pointer) as Json), ...(isRecord(empty) ? { empty: empty.title } : {}) };
  }
  if (kind !== 'actions') return { kind, ...rest };
  return { kind, ...rest, actions: listOf(rest.actions).map((action, at) => downLabelled(action, `${pointer}/actions/${at}`, 'yes')) };
}

function downLabelled(item: unknown, pointer: string, yes: 'ok' | 'yes'): unknown {
  if (!isRecord(item) || !isRecord(item.action)) return item;
  refuse(item, pointer, yes === 'ok' ? ['busy', 'disabled'] : ['icon', 'danger', 'busy', 'disabled']);
  const { confirm, ...action } = item.action;
  const plain = { ...item, action: downActions(action, `${pointer}/action`) };
  if (!isRecord(confirm)) return plain;
  refuse(confirm, `${pointer}/action/confirm`, ['danger']);
  const { yes: go, ...question } = confirm;
  return { ...plain, confirm: { ...question, [yes]: go } };
}

const NEW_ACTIONS = new Set(['set', 'open', 'sheet', 'close', 'copy', 'share', 'all']);

/** The value as it is; throws where an action in it is one that format 1 does not have. */
function downActions(value: unknown, pointer: string): unknown {
  if (Array.isArray(value)) value.forEach((item, at) => downActions(item, `${pointer}/${at}`));
  if (!isRecord(value)) return value;
  if (typeof value.do === 'string') {
    if (NEW_ACTIONS.has(value.do)) throw new MigrationError(pointer, `action "${value.do}"`);
    refuse(value, pointer, value.do === 'call' ? ['confirm', 'key', 'refused'] : ['confirm', 'refused', 'look']);
  }
  for (const [name, child] of Object.entries(value)) downActions(child, pointer + pointerOf(name));
  return value;
}
