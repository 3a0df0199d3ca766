import { type ReactNode, useState } from 'react';
import { Icon } from '../../../kit/icon.tsx';
import type { Control, FieldOf } from '../control.ts';
import { pictureOf } from './shrink.ts';
import './picture.css';

/** Bytes of a photo when the description does not say. */
const MOST_BYTES = 200_000;

/** A photo, made small on the phone before anything is sent. */
export default function PictureControl({
  id,
  field,
  label,
  value,
  invalid,
  describedBy,
  form,
  onChange,
}: Control<FieldOf<'picture'>>): ReactNode {
  const [busy, setBusy] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setBusy(true);
    try {
      const picture = await pictureOf(file, field.most ?? MOST_BYTES);
      if (picture === undefined) form.refuse(field, '图片太大，请换一张');
      else onChange(picture);
    } catch {
      form.refuse(field, '这个文件不是图片，请换一张');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="picture">
      <input
        id={id}
        name={field.name}
        type="file"
        accept="image/*"
        className="picture__input"
        aria-required={field.required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          // The same file can be chosen again after a mistake.
          event.currentTarget.value = '';
        }}
      />
      <span className="picture__frame" aria-hidden="true">
        {value ? (
          <img className="picture__image" src={value} alt="" />
        ) : (
          <span className="picture__none">
            <Icon name="plus" />
            {busy ? '处理中' : '拍照或从相册选择'}
          </span>
        )}
      </span>
      {value ? (
        <button type="button" className="icon-button picture__remove" aria-label={`删除${label}`} onClick={() => onChange('')}>
          <Icon name="trash" size={20} />
        </button>
      ) : null}
    </div>
  );
}
