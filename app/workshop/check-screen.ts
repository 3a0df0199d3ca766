/** A draft of a screen checked by what the publication judges it with: shape, and sense in the words of this product. */
import { loadDocument } from '../../engine/descriptions/load.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { screenFindings } from '../../engine/descriptions/screens/check.ts';
import type { Vocabulary } from '../../engine/descriptions/screens/vocabulary.ts';
import type { ScreenDocument } from '../../engine/screens/core/contract.ts';

export interface ScreenDraft {
  readonly is: 'screen';
  readonly id: number;
  readonly code: string;
  readonly text: string;
  readonly vocabulary: Vocabulary;
}

/** The screen in the present format, where nothing is wrong with it. */
export interface ScreenCheck {
  readonly problems: readonly Problem[];
  readonly screen: ScreenDocument | undefined;
}

export function checkScreen({ code, text, vocabulary }: Omit<ScreenDraft, 'id' | 'is'>): ScreenCheck {
  const loaded = loadDocument(text, { file: `${code}.json`, kind: 'screen' });
  if (!loaded.ok) return { problems: loaded.problems, screen: undefined };
  const problems = loaded.report(screenFindings(loaded.document, vocabulary));
  return { problems, screen: problems.length === 0 ? (loaded.document as unknown as ScreenDocument) : undefined };
}
