import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Writing as WritingDescription } from '../../../descriptions/generated/screen.ts';
import { readDraft, writeDraft } from '../../core/drafts.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { useAction } from '../../core/use-action.ts';
import { Button } from '../../kit/button.tsx';

/** Characters that a text may have when the description does not say. */
const MOST = 200;

/** A field for a few sentences. What was typed stays until it was handed in, through a reload too, and is the player's own. */
export function Writing({
  writing,
  name,
  focus = false,
  onDone,
}: {
  readonly writing: WritingDescription;
  /** What tells this field apart from the others of its screen, for its draft. */
  readonly name: string;
  readonly focus?: boolean;
  readonly onDone?: () => void;
}): ReactNode {
  const screen = useScreen();
  const host = useHost();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = `${screen.document.code}${name}`;
  const [text, setText] = useState(() => readDraft(host.storage, host.session.mid, draft).text ?? '');
  const [refusal, setRefusal] = useState('');
  const most = writing.most ?? MOST;
  const left = most - [...text].length;
  const refused = ({ msg }: { readonly msg: string }): void => setRefusal(msg || '没有发送成功，可以再试一次');
  const form = { form: { text: text.trim() }, '@refused': refused };
  const { state, run } = useAction(writing.action, form);
  const why = text.trim() === '' ? '请先写点什么' : left < 0 ? `多了 ${-left} 个字` : screen.text(writing.disabled);

  useEffect(() => {
    if (focus) field.current?.focus();
  }, [focus]);

  const change = (next: string): void => {
    setText(next);
    setRefusal('');
    writeDraft(host.storage, host.session.mid, draft, next === '' ? {} : { text: next });
  };
  const submit = async (): Promise<void> => {
    if (why || !(await run(form))) return;
    change('');
    onDone?.();
  };
  const label = screen.text(writing.label);
  return (
    <form
      className="writing"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <textarea
        ref={field}
        className="writing__field"
        rows={2}
        value={text}
        aria-label={label}
        placeholder={label}
        aria-describedby={`${id}-left ${id}-refusal`}
        readOnly={state !== 'idle'}
        onChange={(event) => change(event.target.value)}
      />
      <div className="writing__foot">
        <span className={left < 0 ? 'row__note tabular is-brand' : 'row__note tabular'} id={`${id}-left`}>
          {left < 0 ? `多了 ${-left} 个字` : `还可写 ${left} 个字`}
        </span>
        <Button type="submit" variant="primary" busy={state !== 'idle'} disabled={why !== ''}>
          {screen.text(writing.submit)}
        </Button>
      </div>
      <p className="field__error" id={`${id}-refusal`} role={refusal ? 'alert' : undefined}>
        {refusal}
      </p>
    </form>
  );
}
