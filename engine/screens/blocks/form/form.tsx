import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { filterDigits } from '../../../descriptions/format.ts';
import type { Action, BlockDescription, BlockProps, KeyValueStore } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { Button } from '../../kit/button.tsx';
import { checkField, type FieldDescription } from './form-rules.ts';
import './form.css';

export interface FormBlock extends BlockDescription {
  readonly block: 'form';
  readonly fields: readonly FieldDescription[];
  /** The action has the values in its scope as `form`. */
  readonly submit: { readonly label: string; readonly busy?: string; readonly action: Action };
  /** A sentence above the fields. */
  readonly intro?: string;
  /** Sentences under the button. */
  readonly notes?: readonly string[];
  readonly links?: readonly { readonly label: string; readonly action: Action }[];
}

type Values = Readonly<Record<string, string>>;

/** What was typed outlives a reload and a wrong turn, secrets excepted. */
function draftOf(storage: KeyValueStore, key: string): Values {
  try {
    const draft: unknown = JSON.parse(storage.get(key) ?? '{}');
    return typeof draft === 'object' && draft !== null
      ? Object.fromEntries(Object.entries(draft).filter(([, value]) => typeof value === 'string'))
      : {};
  } catch {
    return {};
  }
}

export default function Form({ block, pointer }: BlockProps<FormBlock>): ReactNode {
  const host = useHost();
  const screen = useScreen();
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const key = `draft:${screen.description.code}:${block.id ?? pointer}`;
  const [values, setValues] = useState<Values>(() => {
    const draft = draftOf(host.storage, key);
    return Object.fromEntries(
      block.fields.map((field) => [field.name, draft[field.name] ?? (field.value ? screen.text(field.value) : '')]),
    );
  });
  const [wrong, setWrong] = useState<Values>({});
  const [busy, setBusy] = useState(false);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const change = (field: FieldDescription, text: string): void => {
    const value = field.type === 'digits' ? filterDigits(text, 0, field.max ?? Number.MAX_SAFE_INTEGER) : text;
    const next = { ...values, [field.name]: value };
    setValues(next);
    // A complaint goes as soon as its cause does; a new one waits until the field is left.
    if (wrong[field.name]) setWrong({ ...wrong, [field.name]: checkField(field, next) });
    const kept = block.fields.filter(({ type }) => type !== 'password').map(({ name }) => [name, next[name]]);
    host.storage.set(key, JSON.stringify(Object.fromEntries(kept)));
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const found = Object.fromEntries(block.fields.map((field) => [field.name, checkField(field, values)]));
    setWrong(found);
    const first = block.fields.find((field) => found[field.name]);
    if (first) {
      element.current?.querySelector<HTMLInputElement>(`[name="${first.name}"]`)?.focus();
      return;
    }
    setBusy(true);
    const done = await screen.act(block.submit.action, { form: values });
    if (done) host.storage.remove(key);
    if (mounted.current) setBusy(false);
  };

  return (
    <form ref={element} className="form" noValidate onSubmit={(event) => void submit(event)}>
      {block.intro ? <p className="form__intro">{screen.text(block.intro)}</p> : null}
      {block.fields.map((field) => (
        <Field
          key={field.name}
          id={`${id}-${field.name}`}
          field={field}
          value={values[field.name] ?? ''}
          wrong={wrong[field.name] ?? ''}
          onChange={(text) => change(field, text)}
          onLeave={() => {
            // Leaving an empty field is no mistake yet; handing it in is.
            if (values[field.name]) setWrong({ ...wrong, [field.name]: checkField(field, values) });
          }}
        />
      ))}
      <div className="form__submit">
        <Button variant="primary" wide type="submit" busy={busy}>
          {busy ? (block.submit.busy ?? '请稍候') : block.submit.label}
        </Button>
      </div>
      {block.notes?.map((note) => (
        <p className="form__note" key={note}>
          {screen.text(note)}
        </p>
      ))}
      {block.links ? (
        <p className="form__links">
          {block.links.map(({ label, action }) => (
            <button type="button" className="form__link" key={label} onClick={() => void screen.act(action)}>
              {label}
            </button>
          ))}
        </p>
      ) : null}
    </form>
  );
}

function Field({
  id,
  field,
  value,
  wrong,
  onChange,
  onLeave,
}: {
  readonly id: string;
  readonly field: FieldDescription;
  readonly value: string;
  readonly wrong: string;
  readonly onChange: (text: string) => void;
  readonly onLeave: () => void;
}): ReactNode {
  const [shown, setShown] = useState(false);
  const secret = field.type === 'password';
  return (
    <div className={wrong ? 'field field--wrong' : 'field'}>
      <label className="field__label" htmlFor={id}>
        {field.label}
      </label>
      <div className="field__box">
        <input
          className="field__input"
          id={id}
          name={field.name}
          type={secret && !shown ? 'password' : field.type === 'tel' ? 'tel' : 'text'}
          inputMode={field.type === 'digits' ? 'numeric' : undefined}
          autoComplete={field.autocomplete ?? 'off'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          placeholder={field.placeholder}
          value={value}
          aria-required={field.required || undefined}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${id}-wrong` : field.hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onLeave}
        />
        {secret ? (
          <button
            type="button"
            className="form__show"
            aria-pressed={shown}
            aria-label={`显示${field.label}`}
            onClick={() => setShown(!shown)}
          >
            {shown ? '隐藏' : '显示'}
          </button>
        ) : null}
      </div>
      {wrong ? (
        <p className="field__error" id={`${id}-wrong`} role="alert">
          {wrong}
        </p>
      ) : field.hint ? (
        <p className="field__hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      ) : null}
    </div>
  );
}
