export { fractionText, oneInText, percentText, sameFraction } from '../../rules/fraction-text.ts';
