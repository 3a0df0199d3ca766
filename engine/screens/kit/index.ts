/** The kit: small components on native elements. Colours, sizes and motion come from the brand's custom properties. */
export { Ball, type BallProps, Balls, type BallsProps, ballsText } from './balls.tsx';
export { Button, type ButtonProps } from './button.tsx';
export { type Chip, Chips } from './chips.tsx';
export { Empty, type EmptyProps } from './empty.tsx';
export { ErrorState, type ErrorStateProps } from './error-state.tsx';
export { Icon, type IconName, isIconName } from './icon.tsx';
export { PlayMoney } from './play-money.tsx';
export { Sheet, type SheetProps } from './sheet.tsx';
export { SkeletonBlock } from './skeleton.tsx';
