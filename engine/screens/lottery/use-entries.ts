/** Typed entries (单式) taken apart: at once while they are few, beside the rendering when they are many. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type ParsedEntries, parseEntries } from '../../rules/entries.ts';
import type { CountedPlay } from '../../rules/types.ts';
import { FIELD_LIMIT } from './typed-text.ts';

const NOTHING: ParsedEntries = { accepted: [], rejected: [] };

type Parse = (text: string) => ParsedEntries;

export interface EntriesState {
  /** The entries of the last parsed text. */
  readonly parsed: ParsedEntries;
  /** A long text is being parsed; `parsed` still belongs to the former text. */
  readonly reading: boolean;
}

/** `play` is the compiled play of an area of kind `lines`; anything else has no entries. */
export function useEntries(play: CountedPlay | undefined, text: string): EntriesState {
  const parse: Parse = useCallback((input) => (play?.entries ? parseEntries(play, input) : NOTHING), [play]);
  const long = text.length > FIELD_LIMIT;
  const short = useMemo(() => (long ? undefined : parse(text)), [long, parse, text]);
  const [late, setLate] = useState<{ readonly text: string; readonly parse: Parse; readonly parsed: ParsedEntries }>();

  useEffect(() => {
    if (!long) return;
    // A task of its own: the page has painted that it is reading, and a tap may come between.
    const timer = setTimeout(() => setLate({ text, parse, parsed: parse(text) }), 0);
    return () => clearTimeout(timer);
  }, [long, parse, text]);

  if (short) return { parsed: short, reading: false };
  return { parsed: late?.parsed ?? NOTHING, reading: late?.text !== text || late.parse !== parse };
}
