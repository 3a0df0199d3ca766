/** The text of a results file. UTF-8 and UTF-16 are recognised for certain, GB18030 and Shift_JIS by the characters that the bytes would be. */

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'shift_jis'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
}

/** Undefined when no encoding fits, or when two fit as well as each other. `wanted` leaves no choice. */
export function decodeText(bytes: Uint8Array, wanted?: Encoding): DecodedText | undefined {
  if (wanted !== undefined) return decoded(bytes, wanted);
  const marked = markedEncoding(bytes) ?? unmarkedUtf16(bytes);
  if (marked !== undefined) return decoded(bytes, marked);
  const utf8 = decoded(bytes, 'utf-8');
  if (utf8 !== undefined) return utf8;
  const [best, other] = (['gb18030', 'shift_jis'] as const)
    .flatMap((encoding) => {
      const text = decoded(bytes, encoding);
      return text === undefined ? [] : [{ ...text, likeness: likeness(bytes, encoding) }];
    })
    .toSorted((a, b) => b.likeness - a.likeness);
  if (best === undefined || best.likeness < LEAST_LIKENESS || best.likeness === other?.likeness) return undefined;
  return { text: best.text, encoding: best.encoding };
}

/** Of the characters beyond ASCII, the share that must be usual ones. */
const LEAST_LIKENESS = 0.7;

function decoded(bytes: Uint8Array, encoding: Encoding): DecodedText | undefined {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    return undefined;
  }
}

function markedEncoding([a, b, c]: Uint8Array): Encoding | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
}

/** Digits and separators are the most of such a file, and every second byte of them is 0 in UTF-16. */
function unmarkedUtf16(bytes: Uint8Array): Encoding | undefined {
  const zeros = [0, 0];
  const sample = bytes.subarray(0, 2000);
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] as number) + 1;
  const many = sample.length / 8;
  const [even, odd] = zeros as [number, number];
  // Some characters have a zero in their other byte: 开 is 5F 00.
  if (odd > many && odd > even * 4) return 'utf-16le';
  return even > many && even > odd * 4 ? 'utf-16be' : undefined;
}

/** Usual characters in two bytes: signs and the frequent half of GB 2312, or signs, kana and the frequent half of JIS X 0208. */
const USUAL: Readonly<Record<'gb18030' | 'shift_jis', (lead: number, trail: number) => boolean>> = {
  gb18030: (lead, trail) => trail >= 0xa1 && ((lead >= 0xa1 && lead <= 0xa3) || (lead >= 0xb0 && lead <= 0xd7)),
  shift_jis: (lead, trail) => trail >= 0x40 && ((lead >= 0x81 && lead <= 0x83) || (lead >= 0x88 && lead <= 0x97)),
};

/** A half-width katakana is one byte in Shift_JIS. Files of draws have none, so it speaks against the encoding. */
const isSingle = (encoding: 'gb18030' | 'shift_jis', lead: number): boolean => encoding === 'shift_jis' && lead >= 0xa1 && lead <= 0xdf;

function likeness(bytes: Uint8Array, encoding: 'gb18030' | 'shift_jis'): number {
  let usual = 0;
  let all = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] as number;
    if (lead < 0x80) continue;
    all += 1;
    if (isSingle(encoding, lead)) continue;
    at += 1;
    if (USUAL[encoding](lead, bytes[at] ?? 0)) usual += 1;
  }
  return all === 0 ? 0 : usual / all;
}
