import type { ReactNode } from 'react';
import { Button } from '../../engine/screens/kit/button.tsx';
import { Sheet } from '../../engine/screens/kit/sheet.tsx';
import { ui } from '../host/ui.ts';

/** A question of the app itself: yes or no. */
export default function QuestionSheet({ text }: { readonly text: string }): ReactNode {
  const answer = (yes: boolean) => () => ui.question?.answer(yes);
  return (
    <Sheet
      open
      place="centre"
      title="请确认"
      onClose={answer(false)}
      footer={
        <>
          <Button onClick={answer(false)}>取消</Button>
          <Button variant="primary" onClick={answer(true)}>
            确定
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Sheet>
  );
}
