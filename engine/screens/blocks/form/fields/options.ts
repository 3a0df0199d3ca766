/** The options of a field: from the screen's description, from a source, or from a list description. */
import type { FieldOptions } from '../../../../descriptions/generated/screen.ts';
import { useScreen, useScreenStore } from '../../../core/hooks.ts';
import type { Scope } from '../../../core/contract.ts';
import { itemScope } from '../../../core/idempotent-calls.ts';
import { useDocument } from '../../parts/use-loaded.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly note: string;
  readonly disabled: boolean;
}

/** A list description, such as regions or banks. `items` of an item are the options of the next step. */
export interface ListDocument {
  readonly items: readonly ListItem[];
}
export interface ListItem {
  readonly value: string;
  readonly label: string;
  readonly items?: readonly ListItem[];
}

export interface Options {
  readonly status: 'loading' | 'ready' | 'error';
  readonly options: readonly Option[];
  readonly retry: () => void;
}

const READY = { status: 'ready', retry: () => {} } as const;

export function useOptions(described: FieldOptions): Options {
  const store = useScreenStore();
  const screen = useScreen();
  const listed = useDocument<ListDocument>('list', described.list);
  if (described.list !== undefined)
    return {
      status: listed.value ? 'ready' : listed.failed ? 'error' : 'loading',
      options: (listed.value?.items ?? []).map((item) => ({ ...item, note: '', disabled: false })),
      retry: listed.retry,
    };
  const optionOf = (
    value: string,
    { label, note, disabled }: Pick<FieldOptions, 'label' | 'note' | 'disabled'>,
    extra?: Scope,
  ): Option => ({
    value,
    label: screen.text(label, extra),
    note: screen.text(note, extra),
    disabled: disabled !== undefined && screen.test(disabled, extra),
  });
  if (described.items) return { ...READY, options: described.items.map((item) => optionOf(item.value, item)) };
  const list = screen.value(described.each);
  if (!Array.isArray(list)) {
    const needed = (described.each?.references ?? []).flatMap(({ name, member }) =>
      name === 'sources' && member ? [store.source(member)] : [],
    );
    const failed = needed.find((source) => source?.state().status === 'error');
    const loading = needed.some((source) => source?.state().status === 'loading');
    return { status: failed ? 'error' : loading ? 'loading' : 'ready', options: [], retry: () => failed?.reload() };
  }
  return {
    ...READY,
    options: list.map((item, index) => {
      const extra = itemScope({}, item, index, '');
      return optionOf(screen.text(described.value, extra), described, extra);
    }),
  };
}
