import type { ReactNode } from 'react';
import type { SourceState } from '../../core/contract.ts';
import { useHost } from '../../core/hooks.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { ErrorState } from '../../kit/error-state.tsx';

/**
 * In place of the data of a failed source. A retry helps when the answer was lost; for a missing thing or an invalid
 * name it never does, so there is the way back instead. Names of parameters are for developers.
 */
export function SourceError({ source }: { readonly source: Pick<SourceState, 'error' | 'refusal' | 'reload'> }): ReactNode {
  const host = useHost();
  const { error, refusal, reload } = source;
  const wrong = refusal === host.invalid;
  if (refusal === undefined || (refusal !== host.missing && !wrong)) return <ErrorState text={error ?? '加载失败'} onRetry={reload} />;
  return (
    <div role="alert">
      <Empty
        picture="not-found"
        title={(!wrong && error) || '没有找到'}
        note={`${wrong ? '地址或条件不正确' : '内容可能已移除或下架'}，请返回重新选择。`}
      >
        <Button variant="primary" onClick={() => host.back()}>
          返回
        </Button>
      </Empty>
    </div>
  );
}
