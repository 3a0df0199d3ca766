/** The preview phone beside the editor: a frame of a phone's size with the preview page, which runs the engine of the app. */
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { type PreviewDraft, PREVIEW_PAGE, type PreviewMessage } from './preview-message.ts';

/** `draft`: the draft to show; undefined leaves the shown one. */
export function PreviewPhone({
  draft,
  title = '手机预览',
}: {
  readonly draft: PreviewDraft | undefined;
  readonly title?: string;
}): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(draft);
  const send = useCallback(() => {
    if (latest.current !== undefined) frame.current?.contentWindow?.postMessage(latest.current, location.origin);
  }, []);
  useEffect(() => {
    latest.current = draft;
    send();
  }, [draft, send]);
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<PreviewMessage>): void => {
      if (source === frame.current?.contentWindow && origin === location.origin && data.preview === 'ready') send();
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [send]);
  return <iframe ref={frame} title={title} src={PREVIEW_PAGE} />;
}
