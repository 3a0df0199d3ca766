/**
 * The same board in A2UI's own React renderer, version 0.9: a catalogue of two components in the engine's markup, made by its factory with
 * its generic binder, and a surface of messages in which each cell is bound to its place in the data model.
 */
import { A2uiSurface, createComponentImplementation, type ReactComponentImplementation } from '@a2ui/react/v0_9';
import { type A2uiMessage, Catalog, CommonSchemas, MessageProcessor } from '@a2ui/web_core/v0_9';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import '../../engine/screens/kit/kit.css';
import '../../engine/screens/lottery/blocks/ball-board/ball-board.css';
import { MIN_PICKS, cellCount, runBoardBench } from '../e1/page.ts';
import { BoardFrame, PickButton } from './markup.tsx';

const Pick = createComponentImplementation(
  { name: 'Pick', schema: z.object({ value: z.number(), on: CommonSchemas.DynamicBoolean }) },
  ({ props }) => (
    <PickButton
      value={props.value ?? 0}
      on={props.on === true}
      onTap={() => {
        props.setOn(props.on !== true);
        navigator.vibrate?.(8);
      }}
    />
  ),
);

const Board = createComponentImplementation(
  { name: 'Board', schema: z.object({ choose: z.number(), children: CommonSchemas.ChildList }) },
  ({ props, buildChild }) => (
    <BoardFrame choose={props.choose ?? 0}>{(props.children as readonly string[]).map((id) => buildChild(id))}</BoardFrame>
  ),
);

const CATALOG = 'bench';

/** What an agent would send: the surface, its components, its data. */
function messages(cells: number): readonly A2uiMessage[] {
  const values = Array.from({ length: cells }, (_, i) => i + 1);
  return [
    { version: 'v0.9', createSurface: { surfaceId: 'board', catalogId: CATALOG } },
    {
      version: 'v0.9',
      updateComponents: {
        surfaceId: 'board',
        components: [
          { id: 'root', component: 'Board', choose: MIN_PICKS, children: values.map((value) => `n${value}`) },
          ...values.map((value) => ({ id: `n${value}`, component: 'Pick', value, on: { path: `/n${value}` } })),
        ],
      },
    },
    {
      version: 'v0.9',
      updateDataModel: { surfaceId: 'board', path: '/', value: Object.fromEntries(values.map((value) => [`n${value}`, false])) },
    },
  ] as readonly A2uiMessage[];
}

runBoardBench({
  watch: () => () => {},
  draw: (element) => {
    const processor = new MessageProcessor<ReactComponentImplementation>([new Catalog(CATALOG, [Pick, Board])]);
    processor.processMessages([...messages(cellCount())]);
    const surface = processor.model.surfacesMap.get('board');
    if (!surface) throw new Error('A2UI made no surface');
    const root = createRoot(element);
    root.render(<A2uiSurface surface={surface} />);
    return () => root.unmount();
  },
});
