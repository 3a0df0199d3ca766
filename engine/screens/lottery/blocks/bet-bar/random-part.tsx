/** 机选 in several bets: no first bet waits for its sheet, which comes when it is asked for. */
import type { ReactNode } from 'react';
import { lazyPart } from '../../../core/lazy-part.tsx';
import type { RandomSheetProps } from './random-sheet.tsx';

const Sheet = lazyPart(() => import('./random-sheet.tsx'), null);

export const RandomSheet = (props: RandomSheetProps & { readonly open: boolean }): ReactNode => (props.open ? <Sheet {...props} /> : null);
