/** 晒单: a won order as a picture. What draws it is loaded when the button is pressed. */
import { type ReactNode, useState } from 'react';
import type { OrderPictureBlock } from '../../../../descriptions/generated/screen.ts';
import type { NumberGroup } from '../../../../rules/line-numbers.ts';
import type { BlockProps, Scope, ScreenRuntime } from '../../../core/contract.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { Button } from '../../../kit/button.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import type { OrderPicture, PictureLine } from '../../order-picture.ts';
import './order-picture.css';

const PictureSheet = lazyPart(() => import('./picture-sheet.tsx'), <div className="order-picture__sheet" />);

export default function OrderPictureButton({ block }: BlockProps<OrderPictureBlock>): ReactNode {
  const screen = useScreen();
  const { brand } = useHost();
  const [open, setOpen] = useState(false);
  return (
    <div className="button-row">
      <Button className="order-picture" onPointerDown={PictureSheet.preload} onClick={() => setOpen(true)}>
        晒单
      </Button>
      <Sheet open={open} title="晒单" onClose={() => setOpen(false)}>
        <PictureSheet
          picture={contentsOf(screen, block, brand?.name ?? '')}
          player={screen.text(block.player)}
          masked={screen.text(block.masked)}
        />
      </Sheet>
    </div>
  );
}

const isGroup = (value: unknown): value is NumberGroup =>
  typeof value === 'object' && value !== null && 'look' in value && 'values' in value;

function contentsOf(screen: ScreenRuntime, block: OrderPictureBlock, brand: string): Omit<OrderPicture, 'player' | 'mark'> {
  const records = screen.value(block.each);
  const { line } = block;
  const lineOf = (record: Scope): PictureLine[] => {
    if (!screen.test(line.when, record)) return [];
    const numbers = screen.value(line.numbers, record);
    return [
      {
        title: screen.text(line.title, record),
        note: screen.text(line.note, record),
        groups: Array.isArray(numbers) ? numbers.filter(isGroup) : [],
      },
    ];
  };
  return {
    brand,
    status: screen.text(block.status),
    amount: screen.text(block.amount),
    title: screen.text(block.title),
    note: screen.text(block.note),
    lines: Array.isArray(records) ? (records as readonly Scope[]).flatMap(lineOf) : [],
    facts: (block.facts ?? []).flatMap(({ label, value, when }) =>
      screen.test(when) ? [{ label: screen.text(label), value: screen.text(value) }] : [],
    ),
  };
}
