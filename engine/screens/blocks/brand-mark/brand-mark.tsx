import type { ReactNode } from 'react';
import type { BrandMarkBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { Icon, isIconName } from '../../kit/icon.tsx';
import './brand-mark.css';

export default function BrandMark({ block }: BlockProps<BrandMarkBlock>): ReactNode {
  const { brand } = useHost();
  const note = useScreen().text(block.note);
  return (
    <div className="brand-mark">
      {isIconName(brand?.logo) ? <Icon name={brand.logo} size={56} /> : null}
      <p className="brand-mark__name">{brand?.name}</p>
      {note ? <p className="brand-mark__note">{note}</p> : null}
    </div>
  );
}
