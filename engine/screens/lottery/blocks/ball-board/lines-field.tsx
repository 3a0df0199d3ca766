/** A text field for whole bets, typed or pasted (单式): how many are accepted as one types, and why each of the others is not. */
import {
  type ClipboardEvent,
  type Dispatch,
  memo,
  type ReactNode,
  type SetStateAction,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { formatInteger } from '../../../../descriptions/format.ts';
import type { LinesArea, PickedValue, Play } from '../../../../descriptions/types.ts';
import type { RejectedEntry } from '../../../../rules/entries.ts';
import { boardDraftName, draftOwner, readDraft, writeDraft } from '../../../core/drafts.ts';
import { useSelected } from '../../../core/use-current.ts';
import {
  entriesText,
  excerptOfEnds,
  FIELD_LIMIT,
  foldLongText,
  textAfterSelectionChange,
  lineCount,
  type TypedText,
  fullText,
  withoutPieces,
} from '../../typed-text.ts';
import { type EntriesState, useEntries } from '../../use-entries.ts';
import { useGame, useVersion } from '../../use-game.ts';
import './lines-field.css';

/** So many rejected pieces are explained at a time. */
const EXPLAINED = 30;
/** Drafts up to this many characters are kept on the phone: every five-digit entry that there is, one a line. */
const DRAFT = 700_000;
const NONE: readonly PickedValue[] = [];

export interface LinesFieldProps {
  readonly play: Play;
  readonly area: LinesArea;
}

interface TypedEntries extends EntriesState {
  readonly typed: TypedText;
  readonly setTyped: Dispatch<SetStateAction<TypedText>>;
  /** The text that `parsed` is of, or will be. */
  readonly settled: string;
  /** So many entries are more than the area takes. */
  readonly over: number;
}

/** The text of an area and its bets. The selection and the text follow each other, and the draft follows the text. */
function useTyped(play: Play, area: LinesArea): TypedEntries {
  const { selection, host, code } = useGame();
  const { compiled } = useVersion();
  const picks = useSelected(selection, ({ context }) => context.picks[area.id] ?? NONE);
  const form = boardDraftName(code, play.code);
  const [typed, setTyped] = useState(() =>
    foldLongText(picks.length > 0 ? entriesText(picks) : (readDraft(host.storage, draftOwner(host.session), form).text ?? '')),
  );
  const settled = useDeferredValue(fullText(typed));
  /** What this field last told the selection: anything else there has another origin. */
  const lastSent = useRef<readonly PickedValue[]>(picks);

  const { parsed, reading } = useEntries(compiled.play(play.code), settled);
  const over = Math.max(0, parsed.accepted.length - area.max);

  // Both with what is drawn and not some time after it, or a 清空 in between is answered with the entries that it took away.
  // This one before the next: what that one tells the selection is not yet in `picks`.
  useLayoutEffect(() => {
    const before = lastSent.current;
    if (picks === before) return;
    const same = picks.length === before.length && picks.every((entry, at) => entry === before[at]);
    lastSent.current = picks;
    if (!same) setTyped((text) => foldLongText(textAfterSelectionChange(fullText(text), before, picks)));
  }, [picks]);

  useLayoutEffect(() => {
    if (reading) return;
    const values = over > 0 ? parsed.accepted.slice(0, area.max) : parsed.accepted;
    if (values.length === 0 && lastSent.current.length === 0) return;
    lastSent.current = values;
    selection.send({ type: 'ENTRIES', area: area.id, values });
  }, [selection, area, parsed, over, reading]);

  useEffect(() => {
    if (settled.length <= DRAFT) writeDraft(host.storage, draftOwner(host.session), form, settled === '' ? {} : { text: settled });
  }, [host, form, settled]);

  return { typed, setTyped, settled, parsed, reading, over };
}

interface FoldedProps {
  readonly head: string;
  readonly onRemove: () => void;
}

/** Stands for the lines that the field does not show. */
function Folded({ head, onRemove }: FoldedProps): ReactNode {
  return (
    <div className="typed__folded">
      <p>
        <b className="tabular">{formatInteger(lineCount(head))}</b> 行号码已收起，不逐行显示
      </p>
      <p className="typed__ends tabular">{excerptOfEnds(head)}</p>
      <button type="button" onClick={onRemove}>
        删去这些
      </button>
    </div>
  );
}

interface CountProps extends EntriesState {
  readonly id: string;
  readonly max: number;
}

/** How many entries are read, and how many pieces are rejected. */
function Count({ id, max, parsed: { accepted, rejected }, reading }: CountProps): ReactNode {
  return (
    <span className="typed__count" id={id} role="status">
      {reading ? '正在读取…' : '已读入 '}
      {reading ? null : <b className="tabular">{formatInteger(Math.min(accepted.length, max))}</b>}
      {reading ? null : ' 组号码'}
      {rejected.length > 0 ? <span className="is-win">，{formatInteger(rejected.length)} 处有误</span> : null}
    </span>
  );
}

interface RejectedProps {
  readonly rejected: readonly RejectedEntry[];
  /** Where the field's own text begins in the whole. */
  readonly begin: number;
  readonly onShow: (entry: RejectedEntry) => void;
}

/** Why pieces are rejected. It stays mounted while there are none, so that the number of explained pieces survives a corrected text. */
function Rejected({ rejected, begin, onShow }: RejectedProps): ReactNode {
  const [explained, setExplained] = useState(EXPLAINED);
  if (rejected.length === 0) return null;
  return (
    <ul className="typed__rejected" aria-label="有误的内容">
      {rejected.slice(0, explained).map((entry) => (
        <li key={entry.offset}>
          {/* What is folded away has no place to point at. */}
          <button type="button" disabled={entry.offset < begin} onClick={() => onShow(entry)}>
            <span className="typed__line tabular">第 {formatInteger(entry.line)} 行</span>
            <span>{entry.message}</span>
          </button>
        </li>
      ))}
      {rejected.length > explained ? (
        <li>
          <button type="button" className="typed__more" onClick={() => setExplained(explained + EXPLAINED)}>
            还有 {formatInteger(rejected.length - explained)} 处，再看 {Math.min(EXPLAINED, rejected.length - explained)} 处
          </button>
        </li>
      ) : null}
    </ul>
  );
}

/** The field's text after a paste that is too long for it; undefined for one that the field takes itself. */
function longPaste({ clipboardData, currentTarget }: ClipboardEvent<HTMLTextAreaElement>, before: string): string | undefined {
  const pasted = clipboardData.getData('text');
  if (pasted.length + before.length <= FIELD_LIMIT) return undefined;
  const { selectionStart, selectionEnd } = currentTarget;
  return before.slice(0, selectionStart) + pasted + before.slice(selectionEnd);
}

const LinesField = memo(function LinesField({ play, area }: LinesFieldProps): ReactNode {
  const { host } = useGame();
  const { typed, setTyped, settled, parsed, reading, over } = useTyped(play, area);
  const setText = (change: (text: string) => string): void => setTyped((before) => foldLongText(change(fullText(before))));
  const field = useRef<HTMLTextAreaElement>(null);
  const [id, noteId] = [useId(), useId()];

  const paste = async (): Promise<void> => {
    try {
      const pasted = await navigator.clipboard.readText();
      if (pasted.trim() === '') host.toast('剪贴板里没有文字');
      else setText((text) => (text.trim() === '' ? pasted : `${text.replace(/\s+$/, '')}\n${pasted}`));
    } catch {
      // Not allowed, or not there: the field itself takes a paste everywhere.
      field.current?.focus();
      host.toast('请长按输入框，再选“粘贴”');
    }
  };
  const { head, field: fieldText } = typed;
  const begin = head === '' ? 0 : head.length + 1;
  const show = ({ offset, text: piece }: RejectedEntry): void => {
    field.current?.focus();
    field.current?.setSelectionRange(offset - begin, offset - begin + piece.length);
  };
  /** A long text goes past the field: laying out 100,000 lines in it takes a phone seconds. */
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const next = longPaste(event, fieldText);
    if (next === undefined) return;
    event.preventDefault();
    setTyped((before) => foldLongText(fullText({ ...before, field: next })));
  };

  const { rejected } = parsed;
  return (
    <div className="typed">
      {head === '' ? null : <Folded head={head} onRemove={() => setTyped({ head: '', field: fieldText })} />}
      <label className="visually-hidden" htmlFor={id}>
        {area.label}，输入或粘贴
      </label>
      <textarea
        id={id}
        ref={field}
        className="typed__field tabular"
        rows={head === '' ? 6 : 2}
        value={fieldText}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        aria-describedby={noteId}
        aria-invalid={rejected.length > 0 || undefined}
        placeholder={head === '' ? (play.example ?? '每行一注，可以粘贴') : '可以继续输入或粘贴'}
        onPaste={onPaste}
        onChange={({ target: { value } }) =>
          setTyped((before) =>
            value.length > FIELD_LIMIT ? foldLongText(fullText({ ...before, field: value })) : { ...before, field: value },
          )
        }
      />
      <div className="typed__tools">
        <Count id={noteId} max={area.max} parsed={parsed} reading={reading} />
        {rejected.length > 0 ? (
          <button type="button" onClick={() => setText(() => withoutPieces(settled, rejected))}>
            去掉错的
          </button>
        ) : null}
        <button type="button" onClick={paste}>
          粘贴
        </button>
      </div>
      {over > 0 ? (
        <p className="typed__over" role="alert">
          一次最多 {formatInteger(area.max)} 组，后面的 {formatInteger(over)} 组没有读入；先确定这些，再输入其余的。
        </p>
      ) : null}
      <Rejected rejected={rejected} begin={begin} onShow={show} />
    </div>
  );
});
export default LinesField;
