import type { ReactNode } from 'react';
import { SkeletonBlock } from '../../../kit/skeleton.tsx';
import type { Control, FieldOf } from '../control.ts';
import { useOptions } from './options.ts';
import './radio.css';

export default function RadioControl({ id, field, value, invalid, describedBy, onChange }: Control<FieldOf<'radio'>>): ReactNode {
  const { status, options, retry } = useOptions(field.options);
  if (status === 'error')
    return (
      <p className="radio__failed">
        选项加载失败
        <button type="button" className="radio__retry" onClick={retry}>
          重试
        </button>
      </p>
    );
  if (status === 'loading') return <SkeletonBlock rows={2} />;
  return (
    <div
      className="radio"
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-required={field.required || undefined}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
    >
      {options.map((option) => (
        <label key={option.value} className="radio__option">
          <input
            type="radio"
            name={field.name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.note ? <span className="radio__note">{option.note}</span> : null}
          </span>
        </label>
      ))}
    </div>
  );
}
