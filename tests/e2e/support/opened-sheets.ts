/** Screens of the product with a button for each of their sheets: a sheet is opened without the road that leads to it. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Json = Record<string, unknown>;

export interface SheetOpener {
  /** Code of the screen that has the button. */
  readonly screen: string;
  /** What the button says. */
  readonly label: string;
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each object in `node`, with the blocks around it, outermost first. */
function* objectsOf(node: unknown, blocks: readonly Json[] = []): Generator<{ readonly object: Json; readonly blocks: readonly Json[] }> {
  if (Array.isArray(node)) for (const item of node) yield* objectsOf(item, blocks);
  if (!isJson(node)) return;
  const around = node.block === undefined ? blocks : [...blocks, node];
  yield { object: node, blocks: around };
  for (const value of Object.values(node)) yield* objectsOf(value, around);
}

const button = (label: string, action: Json): Json => ({ block: 'buttons', actions: [{ label, action }] });

/** The scope of a block: the first item of a list. */
function scopeOf(block: Json | undefined): Json | undefined {
  if (block === undefined || block.block === 'group' || block.block === 'buttons' || block.block === 'cells') return undefined;
  // The chosen part of the list may be empty.
  if (typeof block.each === 'string') return { each: /^filter\((\w[\w.]*),/.exec(block.each)?.[1] ?? block.each };
  return typeof block.source === 'string' ? { each: `sources.${block.source}.items` } : undefined;
}

/** Puts the buttons where the product opens the sheets, and shows every part of the screen at once. */
function showSheets(screen: Json): string[] {
  const sheets = [...objectsOf(screen.blocks)].filter(({ object }) => object.block === 'group' && object.show === 'sheet');
  const labels: string[] = [];
  for (const { object: sheet, blocks } of sheets) {
    const label = `弹层 ${String(sheet.name)}`;
    const [opened] = [...objectsOf(screen)].filter(({ object }) => object.do === 'open' && object.sheet === sheet.name);
    if (opened === undefined) throw new Error(`nothing opens ${String(sheet.name)} of ${String(screen.code)}`);
    const action = { do: 'open', sheet: sheet.name };
    const last = opened.blocks.at(-1);
    const scope = scopeOf(last);
    const placed = scope === undefined ? button(label, action) : { block: 'group', ...scope, limit: 1, blocks: [button(label, action)] };
    const group = opened.blocks.findLast((block) => block.block === 'group') as { blocks: Json[] } | undefined;
    (group?.blocks ?? (screen.blocks as Json[])).unshift(placed);
    for (const block of [...blocks.slice(0, -1), ...opened.blocks].filter((each) => each !== sheet)) {
      if (block.block !== 'group') continue;
      Reflect.deleteProperty(block, 'when');
      // Tabs declare the state that the screen reads.
      if (block.show === 'tabs' && block.name !== undefined)
        screen.state = { ...(screen.state as Json), [String(block.name)]: { value: '' } };
      if (['tabs', 'fold', 'foot'].includes(String(block.show))) block.show = 'plain';
    }
    labels.push(label);
  }
  if (labels.length > 0)
    for (const source of Object.values((screen.sources ?? {}) as Record<string, Json>)) Reflect.deleteProperty(source, 'when');
  return labels;
}

/** A value for each parameter that a screen reads. */
function paramsOf(screen: Json | undefined): Json {
  const names = [...JSON.stringify(screen).matchAll(/\bparams\.(\w+)/g)].map((match) => match[1] as string);
  return Object.fromEntries(names.map((name) => [name, /^game/.test(name) ? 'jczq' : '1']));
}

/** The codes of the screens that are opened in sheets, and those that the app opens by itself. */
function screensInSheets(screens: ReadonlyMap<string, Json>, routed: ReadonlySet<string>): readonly string[] {
  const opened = [...screens.values()].flatMap((screen) =>
    [...objectsOf(screen)].flatMap(({ object }) => (object.do === 'sheet' ? [String(object.screen)] : [])),
  );
  const unrouted = [...screens.values()].filter((screen) => screen.layout !== 'tab' && !routed.has(String(screen.code)));
  return [...new Set([...opened, ...unrouted.map((screen) => String(screen.code))])].toSorted();
}

/** Copies the descriptions of `from` to `to`, with the buttons. `carrier` is the screen with the buttons for whole screens in sheets. */
export function describeOpeners(from: string, to: string, carrier: string): readonly SheetOpener[] {
  cpSync(from, to, { recursive: true });
  const folder = join(to, 'screens');
  const screens = new Map(
    readdirSync(folder).map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(join(folder, name), 'utf8')) as Json]),
  );
  const { routes } = JSON.parse(readFileSync(join(from, 'routes.json'), 'utf8')) as { routes: readonly { screen?: string }[] };
  const routed = new Set(routes.flatMap(({ screen }) => (screen === undefined ? [] : [screen])));
  const whole = screensInSheets(screens, routed);
  const openers: SheetOpener[] = [];
  for (const [code, screen] of screens) for (const label of showSheets(screen)) openers.push({ screen: code, label });
  const first = screens.get(carrier);
  if (first === undefined) throw new Error(`no screen ${carrier}`);
  const confirm = { title: '请确认', text: '确认后不能撤销。', yes: '确认' };
  const buttons = whole.map((code) =>
    button(`界面 ${code}`, { do: 'sheet', screen: code, title: '标题', params: paramsOf(screens.get(code)) }),
  );
  first.blocks = [...buttons, button('提问', { do: 'back', confirm }), ...(first.blocks as Json[])];
  openers.push(...whole.map((code) => ({ screen: carrier, label: `界面 ${code}` })), { screen: carrier, label: '提问' });
  for (const [code, screen] of screens) writeFileSync(join(folder, `${code}.json`), JSON.stringify(screen, null, 2));
  return openers;
}
