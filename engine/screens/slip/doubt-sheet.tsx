/** The sheet while the outcome of a slip is in doubt and the phone looks it up. */
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { Action } from '../../descriptions/generated/screen.ts';
import type { SubmissionActor } from '../../machines/submission.ts';
import { useHost, useScreen } from '../core/hooks.ts';
import { Button } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { Sheet } from '../kit/sheet.tsx';
import './outcome.css';

export function DoubtSheet({ submission, login }: { readonly submission: SubmissionActor; readonly login: Action | undefined }): ReactNode {
  const screen = useScreen();
  const { loggedIn } = useSnapshot(useHost().session);
  const ask = (): void => submission.send({ type: 'ASK_DUE' });
  return (
    <Sheet open onClose={ask} title="正在确认结果" place="centre">
      <div className="outcome" role="status">
        <span className="outcome__mark outcome__mark--doubt" aria-hidden="true">
          <Icon name="clock" size={32} />
        </span>
        <p>{loggedIn ? '网络不稳定，正在向服务器查询这次投注是否成功。' : '有一次投注还没有收到结果，登录后会继续查询。'}</p>
        <p>请不要重复投注：同一次投注最多只会扣款一次。</p>
        {loggedIn || !login ? (
          <Button onClick={ask}>立即查询</Button>
        ) : (
          <Button variant="primary" onClick={() => void screen.act(login)}>
            去登录
          </Button>
        )}
      </div>
    </Sheet>
  );
}
