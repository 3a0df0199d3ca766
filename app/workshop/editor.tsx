/** A text field that knows JSON descriptions: line numbers, marks where something is wrong, and suggestions from the schema. */
import { type KeyboardEvent, memo, type ReactNode, type RefObject, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { Completion } from './complete.ts';

/** As in work-pane.css. */
const LINE_HEIGHT = 20;
const FONT = '13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';
/** More than these are not looked through. */
const MOST_SHOWN = 60;

/** After these a name of an expression may follow; elsewhere they begin nothing. */
const IN_TEXT = /^[{.']$/;

export interface EditorProps {
  readonly text: string;
  readonly problems: readonly Problem[];
  /** What may stand at an offset of the text. */
  readonly complete: (text: string, offset: number) => readonly Completion[];
  /** Line and column to go to; a new object goes there again. */
  readonly goTo: { readonly line: number; readonly column: number } | undefined;
  readonly onChange: (text: string) => void;
}

interface Offered {
  readonly items: readonly Completion[];
  readonly active: number;
  readonly left: number;
  readonly top: number;
}

let measuring: CanvasRenderingContext2D | null | undefined;
function widthOf(text: string): number {
  measuring ??= document.createElement('canvas').getContext('2d');
  if (!measuring) return 0;
  measuring.font = FONT;
  return measuring.measureText(text).width;
}

/** Where suggestions stand (px in the field): under the line of the caret, as far to the right as it is. */
function placeUnder(area: HTMLTextAreaElement, caret: number): Pick<Offered, 'left' | 'top'> {
  const before = area.value.slice(0, caret).split('\n');
  return {
    left: Math.max(0, Math.min(widthOf(before.at(-1) ?? '') - area.scrollLeft + 12, area.clientWidth - 300)),
    top: before.length * LINE_HEIGHT - area.scrollTop + 10,
  };
}

/** Only the visible line numbers and some around them are in the page, in steps of this number: two thousand would be laid out and painted with every key. */
const STEP = 50;

const LineNumbers = memo(function LineNumbers({
  list,
  lines,
  step,
  wrong,
}: {
  readonly list: RefObject<HTMLOListElement | null>;
  readonly lines: number;
  /** Which step is at the top. */
  readonly step: number;
  readonly wrong: ReadonlyMap<number, string>;
}): ReactNode {
  const from = Math.max(0, (step - 1) * STEP);
  const to = Math.max(from, Math.min(lines, (step + 3) * STEP));
  return (
    <ol className="editor__lines" ref={list} aria-hidden="true">
      <li style={{ height: from * LINE_HEIGHT }} />
      {Array.from({ length: to - from }, (_, i) => from + i + 1).map((line) => (
        <li key={line} className={wrong.has(line) ? 'is-wrong' : undefined} title={wrong.get(line)}>
          {line}
        </li>
      ))}
      <li style={{ height: (lines - to) * LINE_HEIGHT }} />
    </ol>
  );
});

export function Editor({ text, problems, complete, goTo, onChange }: EditorProps): ReactNode {
  const field = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLOListElement>(null);
  const [step, setStep] = useState(0);
  const list = useId();
  const lines = useMemo(() => text.split('\n').length, [text]);
  const wrong = useMemo(() => new Map(problems.map((problem) => [problem.line, problem.message])), [problems]);
  useLayoutEffect(() => {
    if (goTo && field.current) placeCaret(field.current, goTo);
  }, [goTo]);
  const suggestions = useSuggestions(field, complete, onChange);
  const { offered } = suggestions;

  return (
    <div className="editor">
      <LineNumbers list={gutter} lines={lines} step={step} wrong={wrong} />
      <div className="editor__field">
        <textarea
          ref={field}
          value={text}
          aria-label="描述文件"
          aria-describedby="problems"
          aria-invalid={problems.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={offered ? `${list}-${offered.active}` : undefined}
          spellCheck={false}
          autoCapitalize="off"
          wrap="off"
          onChange={(event) => {
            onChange(event.currentTarget.value);
            suggestions.onTyped(event.currentTarget, (event.nativeEvent as InputEvent).data);
          }}
          onKeyDown={suggestions.onKeyDown}
          onBlur={suggestions.close}
          onScroll={(event) => {
            const area = event.currentTarget;
            if (gutter.current) gutter.current.scrollTop = area.scrollTop;
            setStep(Math.floor(area.scrollTop / (STEP * LINE_HEIGHT)));
            suggestions.follow(area);
          }}
        />
        <Suggestions list={list} offered={offered} onTake={suggestions.take} />
      </div>
    </div>
  );
}

type Field = RefObject<HTMLTextAreaElement | null>;

/** The caret stands a few lines below the top of the field. */
function placeCaret(area: HTMLTextAreaElement, { line, column }: NonNullable<EditorProps['goTo']>): void {
  const before = area.value.split('\n').slice(0, line - 1);
  const at = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  area.focus();
  area.setSelectionRange(at, at);
  area.scrollTop = Math.max(0, (line - 6) * LINE_HEIGHT);
}

/** The suggestions at the caret: when they open and close, how keys choose one, and how it gets into the text. */
function useSuggestions(field: Field, complete: EditorProps['complete'], onChange: EditorProps['onChange']) {
  const [offered, setOffered] = useState<Offered | undefined>(undefined);
  const close = (): void => setOffered(undefined);

  function offer(area: HTMLTextAreaElement, onlyInText = false): void {
    const offset = area.selectionStart;
    const found = complete(area.value, offset);
    const items = (onlyInText ? found.filter(({ inText }) => inText) : found).slice(0, MOST_SHOWN);
    if (items.length === 0) return close();
    setOffered({ items, active: 0, ...placeUnder(area, offset) });
  }

  function take(completion: Completion): void {
    if (!field.current) return;
    insert(field.current, completion, onChange);
    close();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if ((event.ctrlKey || event.metaKey) && event.key === ' ') {
      event.preventDefault();
      offer(event.currentTarget);
      return;
    }
    if (offered === undefined) return;
    const { items, active } = offered;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOffered({ ...offered, active: (active + step + items.length) % items.length });
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault();
      take(items[active] as Completion);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  }

  /** `typed`: what the last input put into the text; null for anything but typing. */
  function onTyped(area: HTMLTextAreaElement, typed: string | null): void {
    if (typed === '"' || (offered !== undefined && typed !== null)) offer(area);
    else if (typed !== null && IN_TEXT.test(typed)) offer(area, true);
    else close();
  }

  /** Typing also scrolls the field: the suggestions follow the caret. */
  function follow(area: HTMLTextAreaElement): void {
    setOffered((shown) => shown && { ...shown, ...placeUnder(area, area.selectionStart) });
  }

  return { offered, close, take, onKeyDown, onTyped, follow };
}

function insert(area: HTMLTextAreaElement, { insert: added, from, to }: Completion, onChange: EditorProps['onChange']): void {
  area.focus();
  area.setSelectionRange(from, to);
  // Through the editing command, so that undo takes it back like anything typed.
  if (!document.execCommand('insertText', false, added)) {
    area.setRangeText(added, from, to, 'end');
    onChange(area.value);
  }
  // Between the quotes or brackets of an empty value.
  const empty = /(""|\[\]|\{\})$/.test(added);
  const caret = from + added.length - (empty ? 1 : 0);
  area.setSelectionRange(caret, caret);
}

interface SuggestionsProps {
  /** Id of the list. */
  readonly list: string;
  readonly offered: Offered | undefined;
  readonly onTake: (completion: Completion) => void;
}

function Suggestions({ list, offered, onTake }: SuggestionsProps): ReactNode {
  return (
    <>
      <ul
        id={list}
        role="listbox"
        aria-label="补全"
        className="editor__offers"
        hidden={offered === undefined}
        style={offered && { left: offered.left, top: offered.top }}
      >
        {offered?.items.map((item, i) => (
          <li
            key={item.label}
            id={`${list}-${i}`}
            role="option"
            aria-selected={i === offered.active}
            // Before the field loses the focus.
            onMouseDown={(event) => {
              event.preventDefault();
              onTake(item);
            }}
          >
            <b>{item.label}</b>
            {item.detail ? <small>{item.detail}</small> : null}
          </li>
        ))}
      </ul>
      <span className="unseen" role="status">
        {offered ? `${offered.items.length} 个建议，上下键选择，回车采用` : ''}
      </span>
    </>
  );
}
