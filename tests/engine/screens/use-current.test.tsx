// @vitest-environment happy-dom
/** Values outside React: a component shows the present value, whenever it changes. */
import { act, type ReactNode, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import { useReadableValue, useSelected } from '../../../engine/screens/core/use-current.ts';
import { observableValue } from '../../../engine/screens/core/observable.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root | undefined;
const show = async (node: ReactNode): Promise<HTMLElement> => {
  const element = document.createElement('div');
  root = createRoot(element);
  await act(async () => root?.render(node));
  return element;
};
afterEach(async () => {
  await act(async () => root?.unmount());
});

describe('a value that is watched', () => {
  const Shown = ({ of, onRender }: { of: Parameters<typeof useReadableValue<number>>[0]; onRender?: () => void }): ReactNode => {
    onRender?.();
    return useReadableValue(of);
  };

  it('is shown, and shown again when it changes', async () => {
    const value = observableValue(1);
    const onRender = vi.fn();
    const element = await show(<Shown of={value} onRender={onRender} />);
    await act(async () => value.set(2));
    expect(element.textContent).toBe('2');
    await act(async () => value.set(2));
    expect(onRender).toHaveBeenCalledTimes(2);
  });

  it('that changes after it was drawn and before it was watched is shown as it is', async () => {
    const value = observableValue(1);
    function Changing(): ReactNode {
      // Effects of the earlier sibling run first.
      useLayoutEffect(() => value.set(2), []);
      return null;
    }
    const element = await show(
      <>
        <Changing />
        <Shown of={value} />
      </>,
    );
    expect(element.textContent).toBe('2');
  });

  it("of another source is that source's, and the first is not watched any more", async () => {
    const [one, other] = [observableValue(1), observableValue(10)];
    const onRender = vi.fn();
    const element = await show(<Shown of={one} />);
    await act(async () => root?.render(<Shown of={other} onRender={onRender} />));
    expect(element.textContent).toBe('10');
    await act(async () => one.set(2));
    expect(onRender).toHaveBeenCalledTimes(1);
    await act(async () => other.set(11));
    expect(element.textContent).toBe('11');
  });

  it('is not watched when nobody shows it', async () => {
    let watching = 0;
    const source = {
      get: () => 1,
      subscribe: () => {
        watching += 1;
        return () => {
          watching -= 1;
        };
      },
    };
    await show(<Shown of={source} />);
    expect(watching).toBe(1);
    await act(async () => root?.unmount());
    expect(watching).toBe(0);
  });
});

describe('a part of an actor', () => {
  const machine = setup({ types: { context: {} as { a: number; b: number } } }).createMachine({
    context: { a: 0, b: 0 },
    on: {
      A: { actions: assign({ a: ({ context }) => context.a + 1 }) },
      B: { actions: assign({ b: ({ context }) => context.b + 1 }) },
    },
  });

  it('is shown again when it changes, and not for what else changes', async () => {
    const actor = createActor(machine).start();
    const onRender = vi.fn();
    function Shown(): ReactNode {
      onRender();
      return useSelected(actor, ({ context }) => context.a);
    }
    const element = await show(<Shown />);
    await act(async () => actor.send({ type: 'B' }));
    expect(onRender).toHaveBeenCalledTimes(1);
    await act(async () => actor.send({ type: 'A' }));
    await act(async () => actor.send({ type: 'A' }));
    expect(element.textContent).toBe('2');
    expect(onRender).toHaveBeenCalledTimes(3);
  });
});
