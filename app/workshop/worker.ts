/** Judging in a thread of its own: the odds of a large family take a second, and typing must not wait for them. */
import { type Draft, judge } from './judge.ts';

let newest = 0;

addEventListener('message', ({ data }: MessageEvent<Draft>) => {
  newest = data.id;
  // Whatever has arrived meanwhile is seen between two plays.
  const breathe = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(newest === data.id)));
  void judge(data, (finding) => postMessage(finding), breathe);
});
