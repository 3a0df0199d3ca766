/**
 * The state of one form: what the player has typed over what the fields begin with, its faults, its draft, and the submission.
 *
 * Only what the player has changed is kept. A value that comes from a source is computed each time the form is drawn, so one that arrives
 * late fills its field, unless the player was there before it.
 */
import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Field, FormBlock, Text } from '../../../descriptions/generated/screen.ts';
import { NOT_SUBMITTED_TEXT } from '../../core/actions.ts';
import type { Scope, ScreenRuntime } from '../../core/contract.ts';
import { readDraft, writeDraft } from '../../core/drafts.ts';
import { ScopeContext, useHost, useScreen, useScreenStore } from '../../core/hooks.ts';
import { isSecretField, submissionPlace, SECRET_FIELDS } from '../../core/idempotent-calls.ts';
import { type ActionState, useAction } from '../../core/use-action.ts';
import { boundsOf } from './fields/count-bounds.ts';
import { checkField, type FieldState, type Values } from './form-rules.ts';

/** A field as it is shown now. */
export interface ShownField {
  readonly field: Field;
  readonly label: string;
  readonly value: string;
  /** The fault of the value; '' if there is none. */
  readonly problem: string;
  /** What stands under the field: its problem, once the player has left it or handed the form in, or the server's refusal. */
  readonly complaint: string;
}

export interface FormState {
  readonly fields: readonly ShownField[];
  /** What the texts and actions of the form read beside the screen. */
  readonly scope: Scope;
  readonly state: ActionState;
  /** What the server refused without naming a field. */
  readonly alert: string;
  /** Name of this form: screen, place, address and list item. */
  readonly name: string;
  /** Player whose form this is; '' for a visitor. */
  readonly mid: string;
  change(field: Field, value: string): void;
  leave(field: Field): void;
  /** Shows what the server says about one field. */
  refuse(field: Field, msg: string): void;
  submit(): Promise<void>;
  /** The field that focus is to go to, or SUBMIT; undefined for none. Each is given once. */
  takeFocus(): string | undefined;
}

/** Stands for the submit button where a field's name is meant; no field has this name. */
export const SUBMIT = '';

/** Ms for which a refusal is shown to a player who is not at the form: it comes unexpectedly. */
const AWAY_MS = 5_000;
/** A refusal that stood in the form for less than this (ms) was not read: longer than a page takes to move out. */
const UNREAD_MS = 1_000;

const NONE: Values = Object.freeze({});
const NOBODY: ReadonlySet<string> = new Set();

interface Typed {
  readonly mid: string;
  readonly values: Values;
  /** Fields whose mistakes are shown. */
  readonly touched: ReadonlySet<string>;
  /** The server's refusals, by field; '' is the form itself. */
  readonly refused: Values;
  /** What the fields were last renewed by. */
  readonly renewed: string;
}

export function useForm(block: FormBlock, pointer: string): FormState {
  const host = useHost();
  const store = useScreenStore();
  const screen = useScreen();
  const outer = useContext(ScopeContext);
  const { mid } = useSnapshot(host.session);
  const name = submissionPlace(store, block.id ? `#${block.id}` : pointer, outer);
  const renewed = screen.text(block.renewedBy);
  const begin = (): Typed => ({ mid, values: known(block, readDraft(host.storage, mid, name)), touched: NOBODY, refused: NONE, renewed });
  const [typedState, setTyped] = useState(begin);
  const focus = useRef<string | undefined>(undefined);
  /** `tell`: says the last refusal over the page, while it was in the form too shortly to be read: a page that moves out is still drawn. */
  const shown = useRef<{ here: boolean; tell?: (() => void) | undefined }>({ here: false });
  useEffect(() => {
    const { current } = shown;
    current.here = true;
    return () => {
      current.here = false;
      current.tell?.();
    };
  }, []);

  const secret = useMemo(() => new Set(block.fields.filter(isSecretField).map((field) => field.name)), [block]);

  const draw = (typed: Typed): { readonly fields: readonly ShownField[]; readonly form: Scope } => drawForm(block, screen, typed);
  // Another player's form is another form, from the first frame on.
  let typed = typedState;
  if (typedState.mid !== mid) setTyped((typed = begin()));
  // While what renews them is loading, or has failed, what was typed stays: there is nothing to stand in its place.
  else if (renewed !== '' && renewed !== typedState.renewed) setTyped((typed = resetInitialFields(block, typedState, renewed)));
  const { fields, form } = draw(typed);

  const report = ({ msg, models }: { readonly msg: string; readonly models?: unknown }): void => {
    const words = msg || NOT_SUBMITTED_TEXT;
    const tell = (): void => host.toast(`${screen.text(block.submit.label, { form })}：${words}`, { icon: 'fail', ms: AWAY_MS });
    // The player closed the form, or left its page, while it was sent: he reads it where he is, with the label of the button.
    const { current } = shown;
    if (!current.here) return tell();
    current.tell = tell;
    setTimeout(() => (current.tell = undefined), UNREAD_MS);
    const named = (models as { readonly field?: unknown } | null | undefined)?.field;
    const field = fields.find(({ field }) => field.name === named)?.field.name ?? '';
    focus.current = field;
    setTyped((now) => ({ ...now, refused: { [field]: words } }));
  };
  const scope: Scope = { form, [SECRET_FIELDS]: secret, '@refused': report };

  /** The submitted values are deleted from the draft and from the fields. */
  const forget = (owner: string): void => {
    writeDraft(host.storage, owner, name, NONE);
    setTyped((now) => (now.mid === owner ? { ...now, values: NONE, touched: NOBODY, refused: NONE } : now));
  };
  const { state, run } = useAction(block.submit.action, scope, (done) => done && forget(mid));

  const mirrored = block.state?.map(({ name, value }) => [name, screen.text(value, { form })] as const);
  const mirror = mirrored ? JSON.stringify(mirrored) : '';
  useEffect(() => {
    if (mirror !== '') store.setStates(Object.fromEntries(JSON.parse(mirror) as [string, string][]));
  }, [store, mirror]);

  return {
    fields,
    scope,
    state,
    alert: typed.refused[''] ?? '',
    name,
    mid,
    change(field, value) {
      setTyped((now) => {
        const values = { ...now.values, [field.name]: value };
        const { [field.name]: _, '': _form, ...refused } = now.refused;
        const changed = { ...now, values, refused };
        // A complaint goes as soon as its cause does; a new one waits until the field is left.
        const right = draw(changed).fields.find((each) => each.field.name === field.name)?.problem === '';
        return right ? { ...changed, touched: without(now.touched, field.name) } : changed;
      });
      const values = { ...typed.values, [field.name]: value };
      writeDraft(host.storage, mid, name, Object.fromEntries(Object.entries(values).filter(([each]) => !secret.has(each))));
    },
    leave(field) {
      // Leaving an empty field is no mistake yet; handing it in is.
      setTyped((now) => (now.values[field.name] ? { ...now, touched: new Set([...now.touched, field.name]) } : now));
    },
    refuse(field, msg) {
      setTyped((now) => ({ ...now, refused: { ...now.refused, [field.name]: msg } }));
    },
    async submit() {
      if (state !== 'idle') return;
      const wrong = fields.find(({ problem }) => problem !== '');
      if (wrong) {
        focus.current = wrong.field.name;
        setTyped((now) => ({ ...now, touched: new Set(fields.map(({ field }) => field.name)), refused: NONE }));
        return;
      }
      setTyped((now) => ({ ...now, refused: NONE }));
      if (await run(scope)) return forget(mid);
      // The button could not keep focus while it was busy.
      focus.current ??= SUBMIT;
      setTyped((now) => ({ ...now }));
    },
    takeFocus() {
      const name = focus.current;
      focus.current = undefined;
      return name;
    },
  };
}

/** Drops the typed text where a field begins with a value, and its error. */
function resetInitialFields({ fields }: FormBlock, { mid, values }: Typed, renewed: string): Typed {
  const carriedOver = fields.filter((field) => !('value' in field) && field.name in values).map(({ name }) => [name, values[name]]);
  return { mid, values: Object.fromEntries(carriedOver), touched: NOBODY, refused: NONE, renewed };
}

/** Values of fields that the form still has. */
function known(block: FormBlock, draft: Values): Values {
  return Object.fromEntries(
    block.fields.filter((field) => !isSecretField(field) && field.name in draft).map(({ name }) => [name, draft[name] as string]),
  );
}

function without(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return names.has(name) ? new Set([...names].filter((each) => each !== name)) : names;
}

function drawForm(
  block: FormBlock,
  screen: ScreenRuntime,
  { values: typed, touched, refused }: Typed,
): { readonly fields: readonly ShownField[]; readonly form: Scope } {
  // What a field begins with may read the fields before it.
  const values: Record<string, string> = {};
  let form: Scope = {};
  for (const field of block.fields) {
    const value = typed[field.name] ?? ('value' in field ? screen.text(field.value, { form }) : '');
    values[field.name] = value;
    form = { ...form, [field.name]: read(field, value) };
  }
  const shown = block.fields.filter((field) => {
    if (screen.test(field.when, { form })) return true;
    values[field.name] = '';
    form = { ...form, [field.name]: undefined };
    return false;
  });
  const fields = shown.map((field): ShownField => {
    const facts = factsOf(field, block.fields, screen, form);
    const problem = checkField(field, values, facts);
    const complaint = refused[field.name] ?? (touched.has(field.name) ? problem : '');
    return { field, label: facts.label, value: values[field.name] ?? '', problem, complaint };
  });
  return { fields, form };
}

/** A field's value as expressions read it. */
function read(field: Field, value: string): unknown {
  if (field.type !== 'amount' && field.type !== 'count') return value;
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

function factsOf(field: Field, all: readonly Field[], screen: ScreenRuntime, form: Scope): FieldState {
  const textOf = (text: Text | undefined): string => screen.text(text, { form });
  const label = textOf(field.label);
  const ask = textOf(field.ask);
  const broken = (field.rules ?? []).filter(({ when }) => when && screen.value(when, { form })).map(({ text }) => textOf(text));
  const facts = { label, broken, ...(ask ? { ask } : {}) };
  switch (field.type) {
    case 'amount': {
      const bound = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
      const min = bound(screen.value(field.min, { form }));
      const max = bound(screen.value(field.max, { form }));
      return { ...facts, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
    }
    case 'count':
      return {
        ...facts,
        unit: textOf(field.unit),
        ...boundsOf(screen.value(field.min, { form }), screen.value(field.max, { form })),
      };
    case 'date':
      return { ...facts, min: textOf(field.min), max: textOf(field.max) };
    case 'agree':
      return { ...facts, ...(field.link ? { link: textOf(field.link.label) } : {}) };
    case 'text':
    case 'password': {
      const first = field.same && all.find(({ name }) => name === field.same);
      return first ? { ...facts, sameAs: textOf(first.label) } : facts;
    }
    default:
      return facts;
  }
}
