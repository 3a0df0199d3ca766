import type { ReactNode } from 'react';
import type { FilterSort } from '../../../descriptions/generated/screen.ts';
import { useScreen, useScreenState } from '../../core/hooks.ts';
import { OrderPicker } from '../../kit/order-picker.tsx';
import { useOptions } from '../form/fields/options.ts';

/** The order of the list, in the screen's state. */
export function Sort({ sort }: { readonly sort: FilterSort }): ReactNode {
  const screen = useScreen();
  const [value = '', setValue] = useScreenState(sort.name);
  const { options } = useOptions(sort.options);
  return <OrderPicker label={screen.text(sort.label)} options={options} value={value} onChange={setValue} />;
}
