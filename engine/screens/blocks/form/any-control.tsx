/** The control of a field by its type. What is not typed on a system keyboard travels by itself, so that a login does not pay for it. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useScreen } from '../../core/hooks.ts';
import type { Control, FieldOf } from './control.ts';
import { TextControl } from './fields/text.tsx';

const ToggleControl = lazy(() => import('./fields/toggle.tsx'));
const RadioControl = lazy(() => import('./fields/radio.tsx'));
const SelectControl = lazy(() => import('./fields/select.tsx'));
const DateControl = lazy(() => import('./fields/date.tsx'));
const CodeControl = lazy(() => import('./fields/code.tsx'));
const AmountControl = lazy(() => import('./fields/amount.tsx'));
const CountControl = lazy(() => import('./fields/count.tsx'));
const PinControl = lazy(() => import('./fields/pin.tsx'));
const RegionControl = lazy(() => import('./fields/region.tsx'));
const PictureControl = lazy(() => import('./fields/picture.tsx'));

/** A control that has not arrived yet takes the room that it will have. */
export function AnyControl(props: Control): ReactNode {
  const { field } = props;
  return <Suspense fallback={<Room field={field} />}>{controlOf(props)}</Suspense>;
}

/** Height of a switch or a line with a box to tick, px: the least size of a target. */
const TOGGLE = 44;

function Room({ field }: Pick<Control, 'field'>): ReactNode {
  if (field.type === 'radio') return <RadioRoom options={field.options} />;
  if (field.type === 'agree' || field.type === 'switch') return <div aria-hidden="true" style={{ minHeight: TOGGLE }} />;
  return <div className="field__box" aria-hidden="true" />;
}

/** Height of an option with and without its note, px. */
const ROW = { noted: 57, plain: 49 } as const;

function RadioRoom({ options }: Pick<FieldOf<'radio'>, 'options'>): ReactNode {
  const screen = useScreen();
  const list = options.items ?? screen.value(options.each);
  const noted = options.note !== undefined || options.items?.some(({ note }) => note !== undefined) === true;
  const rows = Array.isArray(list) ? list.length : 1;
  return <div className="field__box" aria-hidden="true" style={{ minHeight: rows * (noted ? ROW.noted : ROW.plain) + 1 }} />;
}

function controlOf({ field, ...rest }: Control): ReactNode {
  switch (field.type) {
    case 'text':
    case 'password':
    case 'tel':
    case 'digits':
      return <TextControl {...rest} field={field} />;
    case 'switch':
    case 'agree':
      return <ToggleControl {...rest} field={field} />;
    case 'radio':
      return <RadioControl {...rest} field={field} />;
    case 'select':
      return <SelectControl {...rest} field={field} />;
    case 'date':
      return <DateControl {...rest} field={field} />;
    case 'code':
      return <CodeControl {...rest} field={field} />;
    case 'amount':
      return <AmountControl {...rest} field={field} />;
    case 'count':
      return <CountControl {...rest} field={field} />;
    case 'pin':
      return <PinControl {...rest} field={field} />;
    case 'region':
      return <RegionControl {...rest} field={field} />;
    case 'picture':
      return <PictureControl {...rest} field={field} />;
  }
}
