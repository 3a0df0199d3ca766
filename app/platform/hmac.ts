/** HMAC-SHA256 by crypto-js, taken from its submodule so that the ciphers stay out of the first load. */
import Hex from 'crypto-js/enc-hex';
import hmacSha256 from 'crypto-js/hmac-sha256';
import type { Hmac } from '../../protocol/signing.ts';

export const hmac: Hmac = (key, message) => hmacSha256(message, key).toString(Hex);
