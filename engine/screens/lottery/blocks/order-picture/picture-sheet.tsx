/** The picture as it will leave the phone, whether it names the player, and the ways to share it. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SwitchLine } from '../../../blocks/parts/switch-line.tsx';
import { useHost } from '../../../core/hooks.ts';
import { Button } from '../../../kit/button.tsx';
import { canSharePictures, PICTURE_MARK, pngOf, sharePicture } from '../../../kit/picture.ts';
import { saveBlob } from '../../../kit/save-blob.ts';
import { drawOrderPicture } from '../../draw-order-picture.ts';
import { type OrderPicture, pictureText } from '../../order-picture.ts';

export interface PictureSheetProps {
  readonly picture: Omit<OrderPicture, 'player' | 'mark'>;
  readonly player: string;
  readonly masked: string;
}

const SAVED = '图片已保存，可在相册或下载里找到';

export default function PictureSheet({ picture, player, masked }: PictureSheetProps): ReactNode {
  const host = useHost();
  const { brand, toast } = host;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [named, setNamed] = useState(false);
  /** '' while it is drawn, null when it could not be. */
  const [text, setText] = useState<string | null>('');
  const [busy, setBusy] = useState(false);
  const shares = canSharePictures();
  const shown = JSON.stringify({ ...picture, player: named ? player : masked, mark: PICTURE_MARK });
  useEffect(() => {
    const target = canvas.current;
    if (!target) return;
    let wanted = true;
    drawOrderPicture(
      target,
      { theme: brand?.theme ?? {}, ...(brand?.logo ? { logo: brand.logo } : {}) },
      JSON.parse(shown) as OrderPicture,
    ).then(
      (items) => wanted && setText(pictureText(items)),
      (error: unknown) => {
        console.warn(error);
        if (wanted) setText(null);
      },
    );
    return () => {
      wanted = false;
    };
  }, [shown, brand]);

  const name = `${brand?.code ?? 'order'}-${picture.note.replace(/\D/g, '') || 'win'}.png`;
  const give = async (way: 'share' | 'save'): Promise<void> => {
    if (!canvas.current) return;
    setBusy(true);
    try {
      const blob = await pngOf(canvas.current);
      if (way === 'save') saveBlob(name, blob);
      if (way === 'save' || (await sharePicture(blob, name, picture.title)) === 'saved') toast(SAVED, { icon: 'success' });
    } catch (error) {
      console.warn(error);
      toast('图片没有生成，请重试', { icon: 'fail' });
    }
    setBusy(false);
  };
  const waits = text === '' || text === null;
  return (
    <div className="order-picture__sheet">
      {text === null ? <p role="alert">这台设备无法生成图片，可以截屏保存。</p> : null}
      <canvas
        ref={canvas}
        className={text === '' ? 'order-picture__canvas is-drawing' : 'order-picture__canvas'}
        role="img"
        aria-label={text || '正在生成图片'}
        hidden={text === null}
      />
      <SwitchLine label="显示完整昵称" note={named ? player : `图上写作 ${masked}`} on={named} onChange={setNamed} />
      <div className="order-picture__ways">
        <Button variant={shares ? undefined : 'primary'} busy={busy} disabled={waits} onClick={() => void give('save')}>
          保存图片
        </Button>
        {shares ? (
          <Button variant="primary" busy={busy} disabled={waits} onClick={() => void give('share')}>
            分享图片
          </Button>
        ) : null}
      </div>
    </div>
  );
}
