/** How numbers follow from the draw of another game, in words that players read. */
import type { DerivedNumber, DrawSource, Zone } from './types.ts';

/** 号码由北京快乐8同一期的开奖号码推算。第一位：从小到大第 1–6 个之和，取除以 10 的余数；… */
export function derivedSentence(source: DrawSource, zones: readonly Zone[]): string {
  return `号码由${source.name}同一期的开奖号码推算。${derivedWords(source, zones)}。`;
}

/** 第一位：从小到大第 1–6 个之和，取除以 10 的余数；第二位：… */
export function derivedWords({ zones: theirs, numbers }: DrawSource, zones: readonly Zone[]): string {
  const lines = zones.flatMap(({ id, places }) =>
    (numbers[id] ?? []).map((one, at) => `${places?.[at]?.label ?? `第 ${at + 1} 个`}：${derivationText(one, theirs)}`),
  );
  return lines.join('；');
}

function derivationText({ zone, ranks, places = [], mod, plus }: DerivedNumber, zones: readonly Zone[]): string {
  const labels = zones.find(({ id }) => id === zone)?.places ?? [];
  const named = places.map((place) => labels.find(({ id }) => id === place)?.label ?? place).join('、');
  const which = ranks ? `从小到大第 ${spans(ranks)} 个` : named;
  const sum = (ranks ?? places).length > 1 ? `${which}之和` : which;
  return `${sum}${mod === undefined ? '' : `，取除以 ${mod} 的余数`}${plus ? `，再加 ${plus}` : ''}`;
}

/** 1 2 3 5 → 1–3、5 */
function spans(ranks: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const rank of ranks.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === rank - 1) last[1] = rank;
    else runs.push([rank, rank]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join('、');
}
