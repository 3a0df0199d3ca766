import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Writing as WritingDescription, WritingPictures } from '../../../descriptions/generated/screen.ts';
import { readDraft, writeDraft } from '../../core/drafts.ts';
import { useHost, useScreen, useScreenStore } from '../../core/hooks.ts';
import { submissionPlace } from '../../core/idempotent-calls.ts';
import { lazyPart } from '../../core/lazy-part.tsx';
import { useAction } from '../../core/use-action.ts';
import { Button } from '../../kit/button.tsx';
import type { Picked } from './writing-pictures.tsx';

const Pictures = lazyPart(
  () => import('./writing-pictures.tsx'),
  <div className="writing__pictures writing__pictures--coming" aria-busy="true" />,
);

/** Most characters of a text, if the description sets no limit. */
const DEFAULT_MOST = 200;

/** A field for a short text. The text is stored as the player's draft until it is sent, and survives a reload. */
export function WritingField({
  writing,
  pictures: description,
  place,
  focus = false,
  onDone,
}: {
  readonly writing: WritingDescription;
  readonly pictures?: WritingPictures | undefined;
  /** Name of the field on its screen, under which the draft is stored. The screen's address and the list item are added to it. */
  readonly place: string;
  readonly focus?: boolean;
  readonly onDone?: () => void;
}): ReactNode {
  const screen = useScreen();
  const host = useHost();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = submissionPlace(useScreenStore(), place, screen.scope);
  const [draftOnOpen] = useState(() => readDraft(host.storage, host.session.mid, draft));
  const [text, setText] = useState(draftOnOpen.text ?? '');
  const [picture, setPicture] = useState<Picked | undefined>(() => {
    const { key, address, label } = draftOnOpen;
    return key && address && label ? { key, address, label } : undefined;
  });
  const [choosing, setChoosing] = useState(false);
  const pictures = screen.value(description?.each);
  const [refusal, setRefusal] = useState('');
  const most = writing.most ?? DEFAULT_MOST;
  const left = most - [...text].length;
  const refused = ({ msg }: { readonly msg: string }): void => setRefusal(msg || '发送失败，请重试');
  const change = (next: string, picked: Picked | undefined): void => {
    setText(next);
    setPicture(picked);
    setRefusal('');
    writeDraft(host.storage, host.session.mid, draft, { ...(next && { text: next }), ...picked });
  };
  /** Clears the field after a comment was sent, by this page, an earlier one or another tab. */
  const finish = (): void => {
    change('', undefined);
    setChoosing(false);
    onDone?.();
  };
  const form = { form: { text: text.trim(), picture: picture?.key ?? '' }, '@refused': refused };
  const { state, run } = useAction(writing.action, form, (done) => done && finish());
  const closed = screen.text(writing.disabled);
  const cannot = closed !== '' || left < 0 || !(text.trim() || picture);

  useEffect(() => {
    if (focus) field.current?.focus();
  }, [focus]);

  const submit = async (): Promise<void> => {
    if (!cannot && (await run(form))) finish();
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
        onChange={(event) => change(event.target.value, picture)}
      />
      <div className="writing__foot">
        {description && Array.isArray(pictures) && pictures.length > 0 ? (
          <button type="button" className="writing__choose" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
            {picture ? <img src={picture.address} alt={picture.label} width={28} height={28} /> : null}
            {screen.text(description.title)}
          </button>
        ) : null}
        <span className={`row__note tabular ${left < 0 ? 'is-brand' : ''}`} id={`${id}-left`}>
          {closed || (left < 0 ? `已超出 ${-left} 个字` : `还可输入 ${left} 个字`)}
        </span>
        <Button type="submit" variant="primary" busy={state !== 'idle'} disabled={cannot}>
          {screen.text(writing.submit)}
        </Button>
      </div>
      {description && choosing ? (
        <Pictures description={description} chosen={picture?.key} onChoose={(picked) => change(text, picked)} />
      ) : null}
      <p className="field__error" id={`${id}-refusal`} role={refusal ? 'alert' : undefined}>
        {refusal}
      </p>
    </form>
  );
}
