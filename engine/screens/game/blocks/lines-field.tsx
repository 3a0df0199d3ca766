/** A text field for whole bets, typed or pasted (单式): how many are accepted as one types, and why each of the others is not. */
import { useSelector } from '@xstate/react';
import { memo, type ReactNode, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatInteger } from '../../../descriptions/format.ts';
import type { LinesArea, PickedValue, Play } from '../../../descriptions/types.ts';
import type { ParsedEntries, RejectedEntry } from '../../../rules/index.ts';
import { followed, asText, withoutPieces } from '../typed.ts';
import { useGame, useVersion } from '../use-game.ts';
import './lines-field.css';

/** So many rejected pieces are explained at once; more is a text to be looked at elsewhere. */
const EXPLAINED = 30;
/** Drafts up to this many characters are kept on the phone. */
const DRAFT = 50_000;
const NONE: readonly PickedValue[] = [];
const NOTHING: ParsedEntries = { accepted: [], rejected: [] };

export interface LinesFieldProps {
  readonly play: Play;
  readonly area: LinesArea;
}

export const LinesField = memo(function LinesField({ play, area }: LinesFieldProps): ReactNode {
  const { selection, host, code } = useGame();
  const { compiled, rules } = useVersion();
  const picks = useSelector(selection, ({ context }) => context.picks[area.id] ?? NONE);
  const draftKey = `typed.${code}.${play.code}`;
  const [text, setText] = useState(() => (picks.length > 0 ? asText(picks) : (host.storage.get(draftKey) ?? '')));
  const settled = useDeferredValue(text);
  const field = useRef<HTMLTextAreaElement>(null);
  /** What this field last told the selection: anything else there came from somebody else. */
  const told = useRef<readonly PickedValue[]>(picks);
  const [id, noteId] = [useId(), useId()];

  const parsed = useMemo(() => {
    const own = compiled.play(play.code);
    return own?.entries ? rules.parseEntries(own, settled) : NOTHING;
  }, [compiled, rules, play, settled]);
  const over = Math.max(0, parsed.accepted.length - area.max);

  // Before the next effect: what that one tells the selection is not yet in `picks`.
  useEffect(() => {
    const before = told.current;
    if (picks === before) return;
    const same = picks.length === before.length && picks.every((entry, at) => entry === before[at]);
    told.current = picks;
    if (!same) setText((typed) => followed(typed, before, picks));
  }, [picks]);

  useEffect(() => {
    const values = over > 0 ? parsed.accepted.slice(0, area.max) : parsed.accepted;
    if (values.length === 0 && told.current.length === 0) return;
    told.current = values;
    selection.send({ type: 'ENTRIES', area: area.id, values });
  }, [selection, area, parsed, over]);

  useEffect(() => {
    if (settled === '') host.storage.remove(draftKey);
    else if (settled.length <= DRAFT) host.storage.set(draftKey, settled);
  }, [host, draftKey, settled]);

  const paste = async (): Promise<void> => {
    try {
      const pasted = await navigator.clipboard.readText();
      if (pasted.trim() === '') host.toast('剪贴板里没有文字');
      else setText((typed) => (typed.trim() === '' ? pasted : `${typed.replace(/\s+$/, '')}\n${pasted}`));
    } catch {
      // Not allowed, or not there: the field itself takes a paste everywhere.
      field.current?.focus();
      host.toast('请长按输入框，再选“粘贴”');
    }
  };
  const show = ({ offset, text: piece }: RejectedEntry): void => {
    field.current?.focus();
    field.current?.setSelectionRange(offset, offset + piece.length);
  };

  const { rejected } = parsed;
  return (
    <div className="typed">
      <label className="visually-hidden" htmlFor={id}>
        {area.label}，输入或粘贴
      </label>
      <textarea
        id={id}
        ref={field}
        className="typed__field tabular"
        rows={6}
        value={text}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        aria-describedby={noteId}
        aria-invalid={rejected.length > 0 || undefined}
        placeholder={play.example ?? '每行一注，可以粘贴'}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="typed__tools">
        <span className="typed__count" id={noteId} role="status">
          已收 <b className="tabular">{formatInteger(Math.min(parsed.accepted.length, area.max))}</b> 个
          {rejected.length > 0 ? <span className="is-win">，{formatInteger(rejected.length)} 处没收下</span> : null}
        </span>
        {rejected.length > 0 ? (
          <button type="button" onClick={() => setText(withoutPieces(settled, rejected))}>
            去掉错的
          </button>
        ) : null}
        <button type="button" onClick={paste}>
          粘贴
        </button>
      </div>
      {over > 0 ? (
        <p className="typed__over" role="alert">
          一次最多 {formatInteger(area.max)} 个，后面的 {formatInteger(over)} 个没有收下；先确定这些，再输入其余的。
        </p>
      ) : null}
      {rejected.length > 0 ? (
        <ul className="typed__rejected" aria-label="没有收下的内容">
          {rejected.slice(0, EXPLAINED).map((entry) => (
            <li key={entry.offset}>
              <button type="button" onClick={() => show(entry)}>
                <span className="typed__line tabular">第 {entry.line} 行</span>
                <span>{entry.message}</span>
              </button>
            </li>
          ))}
          {rejected.length > EXPLAINED ? <li className="typed__more">还有 {formatInteger(rejected.length - EXPLAINED)} 处</li> : null}
        </ul>
      ) : null}
    </div>
  );
});
