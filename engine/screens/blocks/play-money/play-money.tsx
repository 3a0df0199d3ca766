/** The mark on a line of its own, for screens whose other blocks do not have it. */
export { PlayMoneyLine as default } from '../../kit/play-money.tsx';
