/** 机选 in several bets: no first bet waits for its sheet, which comes when the browser has nothing else to do, or when it is asked for. */
import { type ReactNode, useEffect } from 'react';
import { whenAtRest } from '../../../core/at-rest.ts';
import { lazyPart } from '../../../core/lazy-part.tsx';
import type { RandomSheetProps } from './random-sheet.tsx';

const Sheet = lazyPart(() => import('./random-sheet.tsx'), null);

export function RandomSheet(props: RandomSheetProps & { readonly open: boolean }): ReactNode {
  useEffect(() => whenAtRest(Sheet.preload), []);
  return props.open ? <Sheet {...props} /> : null;
}
