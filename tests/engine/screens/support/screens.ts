/** Screens of the present format for tests, and the compiled blocks and actions of them. */
import type { Action, Block } from '../../../../engine/descriptions/generated/screen.ts';
import type { BlockProps, RawBlock, ScreenDocument } from '../../../../engine/screens/core/contract.ts';
import { compileScreen } from '../../../../engine/screens/core/plan.ts';

export const screenWith = (change: Partial<ScreenDocument> = {}): ScreenDocument => ({
  $schema: '',
  format: 2,
  kind: 'screen',
  code: 'test',
  title: '试',
  layout: 'page',
  blocks: [],
  ...change,
});

/** What a block's component is given: texts and expressions compiled. Throws for a block that cannot be compiled. */
export function compiledProps<Name extends Block['block']>(
  raw: RawBlock & { readonly block: Name },
): BlockProps<Extract<Block, { block: Name }>> {
  const { blocks, problems } = compileScreen(screenWith({ blocks: [raw] }));
  const [node] = blocks;
  if (problems.length > 0 || !node) throw new Error(JSON.stringify(problems));
  return { block: node.block as Extract<Block, { block: Name }>, pointer: node.pointer };
}

/** An action as the store performs it. */
export function compiledAction(action: Readonly<Record<string, unknown>>): Action {
  const [button] = compiledProps({ block: 'buttons', actions: [{ label: '按', action }] }).block.actions;
  if (!button) throw new Error('no button');
  return button.action;
}
