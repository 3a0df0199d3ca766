/** Yuan as it is typed, and fen as it is sent. By digits alone: no amount is ever a fraction. */
import type { KeypadKey } from '../../../kit/keypad.tsx';

/** The most digits before the decimal point. */
const YUAN_DIGITS = 9;

/** "12.5" is 1250, as text; '' for nothing. */
export function yuanTextToFen(yuan: string): string {
  if (yuan === '' || yuan === '.') return '';
  const [whole = '', cents = ''] = yuan.split('.');
  return BigInt(`${whole || '0'}${cents.padEnd(2, '0')}`).toString();
}

/** 1250 as a player would type it: "12.5" for 12.50, "12" for 12.00; '' for anything that is no amount. */
export function fenToYuanText(fen: string): string {
  if (!/^\d{1,15}$/.test(fen)) return '';
  const digits = fen.padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/^0+(?=\d)/, '');
  const cents = digits.slice(-2).replace(/0+$/, '');
  return cents === '' ? whole : `${whole}.${cents}`;
}

/** What stands there after a key; a key that makes no amount changes nothing. */
export function typeYuan(yuan: string, key: KeypadKey, whole: boolean): string {
  if (key === 'delete') return yuan.slice(0, -1);
  if (key === '.') return whole || yuan.includes('.') ? yuan : `${yuan || '0'}.`;
  const [before = '', cents] = yuan.split('.');
  if (cents !== undefined) return cents.length < 2 ? yuan + key : yuan;
  if (before === '0') return key;
  return before.length < YUAN_DIGITS ? yuan + key : yuan;
}
