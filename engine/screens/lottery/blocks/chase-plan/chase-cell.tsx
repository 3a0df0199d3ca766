/** 追号 on the slip: a switch, what it means for this slip in a line, and the sheet to change it in. */
import { type ReactNode, useState } from 'react';
import { formatInteger, formatMoney } from '../../../../descriptions/format.ts';
import type { Action } from '../../../../descriptions/generated/screen.ts';
import { useScreen } from '../../../core/hooks.ts';
import { Button } from '../../../kit/button.tsx';
import { PlayMoney } from '../../../kit/play-money.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { slipTotal } from '../../submit.ts';
import { useGame, useVersion } from '../../use-game.ts';
import { ChaseEditor, type ChaseSummary, Switch, useChase } from './chase-editor.tsx';

/** "追 5 期 · 共 5 倍 · 中奖即停" */
export function chaseText({ on, ready, failed, played, times, stopOnWin }: ChaseSummary): string {
  if (!on) return '同样的号码连投多期';
  if (failed) return '可追的期次加载失败';
  if (!ready) return '正在载入可追的期次';
  return `追 ${played} 期 · 共 ${formatInteger(times)} 倍${stopOnWin ? ' · 中奖即停' : ''}`;
}

export function ChaseCell({ page }: { readonly page: Action | undefined }): ReactNode {
  const runtime = useGame();
  const { chase } = runtime;
  const { game } = useVersion();
  const screen = useScreen();
  const summary = useChase();
  const [open, setOpen] = useState(false);
  if (game.caps.issues <= 1) return null;
  const show = () => {
    chase.send({ type: 'ON' });
    setOpen(true);
  };
  return (
    <div className="card chase-cell">
      <button type="button" className="chase-cell__open" aria-haspopup="dialog" onClick={show}>
        <span className="chase__label">追号</span>
        <span className="chase__note">{chaseText(summary)}</span>
      </button>
      <Switch on={summary.on} label="追号" onChange={(on) => (on ? show() : chase.send({ type: 'OFF' }))} />
      <Sheet
        open={open && summary.on}
        onClose={() => setOpen(false)}
        title="追号设置"
        footer={
          <>
            <Button
              className="chase-cell__off"
              onClick={() => {
                chase.send({ type: 'OFF' });
                setOpen(false);
              }}
            >
              不追号
            </Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              {summary.ready ? `追 ${summary.played} 期 · ¥${formatMoney(slipTotal(runtime).amountFen)}` : '完成'}
            </Button>
          </>
        }
      >
        <ChaseEditor />
        <div className="chase-cell__end">
          <PlayMoney />
          {page ? (
            <Button variant="quiet" onClick={() => void screen.act(page, { gameCode: runtime.code })}>
              打开完整页面
            </Button>
          ) : null}
        </div>
      </Sheet>
    </div>
  );
}
