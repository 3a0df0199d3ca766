import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { FormBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { ScopeContext, useScreen } from '../../core/hooks.ts';
import { IN_DOUBT_TEXT } from '../../core/use-action.ts';
import { Button } from '../../kit/button.tsx';
import { useKeyboardInset } from '../../kit/use-keyboard-inset.ts';
import { AnyControl } from './any-control.tsx';
import { FieldFrame } from './field-frame.tsx';
import { SUBMIT, useForm } from './use-form.ts';
import './form.css';

/**
 * Leaving a field is part of a tap elsewhere. What is wrong with the field is said only after the click of that tap (ms): the sentence moves the
 * page, and the click would miss.
 */
const TAP_MS = 150;

export default function Form({ block, pointer }: BlockProps<FormBlock>): ReactNode {
  const screen = useScreen();
  const form = useForm(block, pointer);
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  useKeyboardInset(element);
  const { scope, state, alert } = form;
  const frozen = state !== 'idle';
  const { submit } = block;

  // After every drawing: what was found wrong, or refused, is gone to once it can be.
  useEffect(() => {
    if (frozen) return;
    const name = form.takeFocus();
    if (name === undefined) return;
    const place = name === SUBMIT ? '.form__submit' : `[data-field="${name}"]`;
    element.current?.querySelector<HTMLElement>(`${place} :is(input, textarea, button)`)?.focus();
  });

  const send = (event: FormEvent): void => {
    event.preventDefault();
    // A form inside a sheet is not handed in by the one around it.
    if (event.target === element.current) void form.submit();
  };
  const why = screen.text(submit.disabled, scope);
  const label =
    state === 'doubt' ? IN_DOUBT_TEXT : state === 'busy' ? screen.text(submit.busy, scope) || '请稍候' : screen.text(submit.label, scope);
  return (
    <form ref={element} className="form" noValidate onSubmit={send}>
      {block.intro ? <p className="form__intro">{screen.text(block.intro)}</p> : null}
      <ScopeContext value={{ ...screen.scope, ...scope }}>
        <fieldset className="form__fields" role="presentation" disabled={frozen}>
          {form.fields.map(({ field, label, value, problem, complaint }) => (
            <FieldFrame
              key={field.name}
              id={`${id}-${field.name}`}
              field={field}
              label={label}
              hint={screen.text(field.hint, scope)}
              complaint={complaint}
            >
              {(described) => (
                <AnyControl
                  {...described}
                  id={`${id}-${field.name}`}
                  field={field}
                  label={label}
                  value={value}
                  problem={problem}
                  disabled={frozen}
                  form={form}
                  onChange={(next) => form.change(field, next)}
                  onLeave={() => setTimeout(form.leave, TAP_MS, field)}
                />
              )}
            </FieldFrame>
          ))}
        </fieldset>
      </ScopeContext>
      <div className="form__submit">
        {alert ? (
          <p className="form__alert" role="alert">
            {alert}
          </p>
        ) : null}
        {why ? (
          <p className="form__why" id={`${id}-why`}>
            {why}
          </p>
        ) : null}
        {state === 'doubt' ? <p className="form__why">已提交，正在向服务器核对结果，请勿重复提交</p> : null}
        {screen.test(submit.when, scope) ? (
          <Button
            variant="primary"
            className={submit.danger ? 'button--danger' : undefined}
            wide
            type="submit"
            busy={frozen}
            disabled={why !== ''}
            aria-describedby={why ? `${id}-why` : undefined}
          >
            {label}
          </Button>
        ) : null}
      </div>
      {block.notes?.map((note) => (
        <p className="form__note" key={note.source}>
          {screen.text(note, scope)}
        </p>
      ))}
      {block.links ? (
        <p className="form__links">
          {block.links.map(({ label, action, when }) =>
            screen.test(when, scope) ? (
              <button type="button" className="form__link" key={label.source} onClick={() => void screen.act(action, scope)}>
                {screen.text(label, scope)}
              </button>
            ) : null,
          )}
        </p>
      ) : null}
    </form>
  );
}
