export { exactly, oneIn, percent, sameFraction } from '../../rules/fraction-text.ts';
