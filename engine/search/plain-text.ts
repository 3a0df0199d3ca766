/** A text to compare in a search: full-width letters and digits are plain ones, in lower case. */
export const plainText = (text: string): string => text.normalize('NFKC').toLowerCase();
