/** The words of a search box. */
import { type ChangeEvent, type CompositionEvent, useEffect, useReducer, useState } from 'react';
import { plainText } from '../../search/plain-text.ts';

const HAN = /\p{Script=Han}/u;
let simplified: ((text: string) => string) | undefined;

/** A text in simplified characters. Its table is fetched when `none` says that the words as they are find nothing. Until then: the text. */
export function useSimplified(text: string, none: boolean): string {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const wanted = none && simplified === undefined && HAN.test(text);
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    import('../../search/simplified.ts').then(
      (module) => {
        ({ simplified } = module);
        if (!gone) drawAgain();
      },
      // Without a network the search goes on with what was typed.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [wanted]);
  return simplified?.(text) ?? text;
}

interface SearchBox {
  /** What the box shows. */
  readonly text: string;
  /** What to look for, trimmed. While an input method composes a word, the words from before the composition. */
  readonly words: string;
  /** Properties of the input. */
  readonly input: {
    readonly value: string;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    readonly onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
  };
}

export function useSearchBox(): SearchBox {
  const [text, setText] = useState('');
  const [words, setWords] = useState('');
  return {
    text,
    words: plainText(words.trim()),
    input: {
      value: text,
      onChange: ({ currentTarget: { value }, nativeEvent }) => {
        setText(value);
        // The letters of a word that is being composed are not looked for.
        if (!(nativeEvent as InputEvent).isComposing) setWords(value);
      },
      onCompositionEnd: ({ currentTarget: { value } }) => setWords(value),
    },
  };
}
