import type { ReactNode } from 'react';
import { plainText } from '../../../../search/plain-text.ts';
import { ErrorState } from '../../../kit/error-state.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { SkeletonBlock } from '../../../kit/skeleton.tsx';
import { useSearchBox, useSimplified } from '../../../kit/use-search-words.ts';
import { ChoiceList } from './choice-list.tsx';
import type { Options } from './options.ts';

export default function SelectSheet({
  title,
  options: { status, options, retry },
  search,
  required,
  chosen,
  onChoose,
  onClose,
}: {
  readonly title: string;
  readonly options: Options;
  readonly search: boolean;
  readonly required: boolean;
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { words, input } = useSearchBox();
  const having = (sought: string): typeof options => options.filter(({ label, note }) => plainText(`${label} ${note}`).includes(sought));
  const asTyped = having(words);
  const wanted = useSimplified(words, asTyped.length === 0);
  const found = wanted === words ? asTyped : having(wanted);
  // The player can clear the choice, unless one of the options does that.
  const clears = !required && chosen !== '' && wanted === '' && options.length > 0 && options.every(({ value }) => value !== '');
  return (
    <Sheet open title={title} onClose={onClose}>
      {search && options.length > 0 ? (
        <div className="field__box select-search">
          <input type="search" className="field__input" aria-label={`搜索${title}`} placeholder="搜索" {...input} />
        </div>
      ) : null}
      {status === 'error' ? <ErrorState text="选项加载失败" onRetry={retry} /> : null}
      {status === 'loading' ? <SkeletonBlock rows={4} /> : null}
      {status === 'ready' && found.length === 0 ? (
        <p className="sheet__none">{options.length === 0 ? `没有可选的${title}` : '没有找到，换个词试试'}</p>
      ) : null}
      <ChoiceList
        label={title}
        choices={clears ? [{ value: '', label: `不选${title}` }, ...found] : found}
        chosen={chosen}
        onChoose={onChoose}
      />
    </Sheet>
  );
}
