import type { Field } from '../../../descriptions/generated/screen.ts';
import type { FormState } from './use-form.ts';

/** What the control of a field is given. Its texts and actions read the form's values as `form` from the scope around it. */
export interface Control<F extends Field = Field> {
  /** Id of the element that the label names and that takes focus; `${id}-label` is the label itself. */
  readonly id: string;
  readonly field: F;
  readonly label: string;
  readonly value: string;
  /** The fault of the value now; '' if there is none. Shown where the player is still typing, inside a keypad. */
  readonly problem: string;
  /** A complaint stands under the field. */
  readonly invalid: boolean;
  /** Id of the complaint or the hint under the field. */
  readonly describedBy: string | undefined;
  readonly disabled: boolean;
  readonly form: FormState;
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
}

export type FieldOf<T extends Field['type']> = Extract<Field, { readonly type: T }>;
