/** The kit: small components on native elements. Colours, sizes and motion come from the brand's custom properties. */
export { Ball, type BallProps, Balls, type BallsProps, ballsText } from './Balls.tsx';
export { Button, type ButtonProps } from './Button.tsx';
export { type Chip, Chips } from './Chips.tsx';
export { Empty, type EmptyProps } from './Empty.tsx';
export { ErrorState, type ErrorStateProps } from './ErrorState.tsx';
export { Icon, type IconName, isIconName } from './Icon.tsx';
export { PlayMoney } from './PlayMoney.tsx';
export { Sheet, type SheetProps } from './Sheet.tsx';
export { SkeletonBlock } from './Skeleton.tsx';
