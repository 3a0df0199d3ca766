import type { ReactNode } from 'react';
import { asText } from '../../../descriptions/screens/expression.ts';
import type { ChoicesBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useScreen, useScreenState } from '../../core/hooks.ts';
import { Chips } from '../../kit/chips.tsx';

/** One choice of several, kept in the screen's state and the address; sources and conditions read it as `state.name`. */
export default function Choices({ block }: BlockProps<ChoicesBlock>): ReactNode {
  const screen = useScreen();
  const [storedChoice, storeChoice] = useScreenState(block.name);
  const { action } = block;
  const choose = (value: string): void => {
    storeChoice(value);
    if (action) void screen.act(action, { value });
  };
  const value = block.name === undefined ? asText(screen.value(block.value)) : (storedChoice ?? '');
  const chips = block.chips.map(({ count, ...chip }) => {
    const number = count === undefined ? 0 : Number(screen.value(count));
    return number > 0 ? { ...chip, label: `${chip.label} ${number > 99 ? '99+' : number}` } : chip;
  });
  return <Chips label={screen.text(block.label)} chips={chips} value={value} onChange={choose} />;
}
