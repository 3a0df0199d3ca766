/**
 * The recording of an app that is open in this browser, for the workbench in another tab of the same origin. What is handed over has no
 * secrets in it: it is what the player's own export holds.
 */
const CHANNEL = 'caipu.trace';

/** Answers requests of other pages. `take`: the present recording. */
export function serveTrace(take: () => Promise<object>): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'take') void take().then((trace) => channel.postMessage(JSON.stringify(trace)));
  };
}

/** The first recording that comes within `ms`, as JSON; undefined when no app is open. */
export function requestTrace(ms: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const end = (text: string | undefined): void => {
      clearTimeout(timer);
      channel.close();
      resolve(text);
    };
    const timer = setTimeout(() => end(undefined), ms);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string' && data.startsWith('{')) end(data);
    };
    channel.postMessage('take');
  });
}
