/** Rules between properties of a block, which its shape cannot express: for the few blocks with meaningless combinations. */
import type { ReportFinding } from '../semantics/report.ts';
import { addDuplicates, unknownNameDetails } from '../semantics/report.ts';
import { isRecord } from './scope.ts';

type Json = Readonly<Record<string, unknown>>;

const group = (zh: string, en: string, doZh: string, doEn: string) => ({ what: `${zh}|${en}`, wanted: `${doZh}|${doEn}` });

/** `value` is a block, an action or a field: whatever has a tag. `needs`: what its definition says that the screen must have. */
export function blockFindings(value: Json, needs: unknown, pointer: string, screen: Json, add: ReportFinding): void {
  if (value.block === 'group') groupFindings(value, pointer, add);
  if (value.block === 'rows') {
    oneOf(value, ['each', 'source'], pointer, add);
    itemKeyFinding(value, [value.row, value.under], pointer, add);
  }
  if (value.block === 'form') formFindings(value, pointer, add);
  if (isRecord(value.options) && value.type !== undefined) oneOf(value.options, ['items', 'each', 'list'], `${pointer}/options`, add);
  if (needs === 'game' && screen.game === undefined)
    add(
      'SCREEN_GROUP',
      pointer,
      group(`积木 ${value.block} 属于一个游戏`, `the block ${value.block} is of a game`, '在界面写上 game', 'give the screen a "game"'),
    );
  if (needs === 'sport' && screen.sport === undefined)
    add(
      'SCREEN_GROUP',
      pointer,
      group(
        `积木 ${value.block} 属于一个竞技彩游戏`,
        `the block ${value.block} is of a sports game`,
        '在界面写上 sport',
        'give the screen a "sport"',
      ),
    );
}

function groupFindings(value: Json, pointer: string, add: ReportFinding): void {
  const children = Array.isArray(value.blocks) ? value.blocks.filter(isRecord) : [];
  if (value.show === 'tabs')
    for (const [at, child] of children.entries())
      if (child.block !== 'group' || child.title === undefined)
        add(
          'SCREEN_GROUP',
          `${pointer}/blocks/${at}`,
          group('标签页里要放有标题的 group', 'a tab is a group with a title', '写成 group 并加 title', 'make it a group with a title'),
        );
  if (value.show === 'sheet' && value.name === undefined)
    add('SCREEN_GROUP', pointer, group('弹层没有名字，打不开', 'the sheet has no name to open it by', '加上 name', 'give it a name'));
  if ((value.show === 'fold' || value.show === 'sheet') && value.title === undefined)
    add('SCREEN_GROUP', pointer, group('没有标题', 'there is no title', '加上 title', 'give it a title'));
  if (value.each !== undefined) itemKeyFinding(value, children, pointer, add);
}

/** An idempotent call is found again by its item: by the item's place, a list that is asked again would give the key to another item. */
function itemKeyFinding(value: Json, perItem: unknown, pointer: string, add: ReportFinding): void {
  if (value.key !== undefined || !idempotentInside(perItem)) return;
  add(
    'SCREEN_GROUP',
    pointer,
    group(
      '列表里有带请求编号的动作，却分不清是哪一项',
      'an item has an idempotent call, and nothing tells the items apart',
      '加上 key，如 "{orderId}"',
      'add a key such as "{orderId}"',
    ),
  );
}

/** True when an action with an idempotency key stands somewhere in these blocks. */
function idempotentInside(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(idempotentInside);
  if (!isRecord(value)) return false;
  return (value.do === 'call' && value.key === true) || Object.values(value).some(idempotentInside);
}

function oneOf(value: Json, names: readonly string[], pointer: string, add: ReportFinding): void {
  const present = names.filter((name) => value[name] !== undefined);
  if (present.length === 1) return;
  const list = names.join(', ');
  add(
    'SCREEN_GROUP',
    pointer,
    present.length === 0
      ? group(`缺少内容：${list} 中要有一个`, `one of ${list} is missing`, `写上其中一个`, 'write one of them')
      : group(`${present.join('、')} 只能有一个`, `only one of ${present.join(', ')} can be given`, '只留一个', 'keep one'),
  );
}

function formFindings(value: Json, pointer: string, add: ReportFinding): void {
  const fields = Array.isArray(value.fields) ? value.fields.filter(isRecord) : [];
  const names = fields.map(({ name }) => String(name));
  addDuplicates(
    add,
    names,
    (name) => name,
    (at) => `${pointer}/fields/${at}/name`,
    '字段|fields',
  );
  for (const [at, { same }] of fields.entries())
    if (typeof same === 'string' && !names.includes(same))
      add('SCREEN_FIELD', `${pointer}/fields/${at}/same`, { of: 'form', ...unknownNameDetails(same, names) });
}
