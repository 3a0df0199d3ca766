import { type ReactNode, useEffect } from 'react';
import type { BlockDescription, BlockProps } from '../../core/contract.ts';
import { useScreen, useScreenState } from '../../core/hooks.ts';
import { type Chip, Chips } from '../../kit/chips.tsx';

/** One choice of several, kept in the screen's state under `name`; sources and conditions read it as `state.name`. */
export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly chips: readonly Chip[];
}

export interface ChoicesBlock extends BlockDescription, Choice {
  readonly block: 'choices';
}

export default function Choices({ block }: BlockProps<ChoicesBlock>): ReactNode {
  return <ChoiceChips choice={block} />;
}

export function ChoiceChips({ choice }: { readonly choice: Choice }): ReactNode {
  const screen = useScreen();
  const [value, setValue] = useScreenState(choice.name);
  const wanted = screen.query[choice.name];
  // An address may name the choice, so that a link can open "won" at once.
  useEffect(() => {
    if (wanted !== undefined && choice.chips.some((chip) => chip.value === wanted)) setValue(wanted);
  }, [wanted, choice.chips, setValue]);
  return <Chips label={choice.label} chips={choice.chips} value={value} onChange={setValue} />;
}
