/** The `chase` field of bet_szc (追号), as a phone sends it. */
import type { Caps } from '../../../engine/descriptions/types.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import { refuse } from '../../platform/index.ts';

/** One issue that is played; without a name it is the next one. */
export interface ChaseFormIssue {
  readonly issue?: string;
  readonly multiplier: number;
}

/**
 * The issues of a chase as the form gives them: JSON of [{issue, multiplier}]. Issues of multiplier 0 count for the cap and are left
 * out of the answer: they are not played. Refuses with the index of the first mistake.
 */
export function readChaseIssues(text: string, caps: Required<Caps>): ChaseFormIssue[] | Envelope<null> {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return refuse(STATUS.invalid, '追号内容不是有效的 JSON（/chase）');
  }
  if (!Array.isArray(list) || list.length === 0) return refuse(STATUS.invalid, '追号内容应为期次列表（/chase），至少一期');
  if (list.length > caps.issues) return refuse(STATUS.overCap, `期数 ${list.length} 超出上限 ${caps.issues}；请减少期数（/chase）`);
  const parts: ChaseFormIssue[] = [];
  const issueNames = new Set<string>();
  for (const [at, entry] of list.entries()) {
    const { issue, multiplier } = (typeof entry === 'object' && entry !== null ? entry : {}) as { issue?: unknown; multiplier?: unknown };
    if (typeof issue !== 'string' || issue === '' || issue.length > 32)
      return refuse(STATUS.invalid, `缺少期号；请写明期号（/chase/${at}/issue）`);
    if (issueNames.has(issue)) return refuse(STATUS.invalid, `期号 ${issue} 重复；请只写一次（/chase/${at}/issue）`);
    issueNames.add(issue);
    if (typeof multiplier !== 'number' || !Number.isInteger(multiplier) || multiplier < 0)
      return refuse(STATUS.invalid, `倍数须为不小于 0 的整数；0 表示该期不投（/chase/${at}/multiplier）`);
    if (multiplier > caps.multiplier)
      return refuse(STATUS.overCap, `倍数 ${multiplier} 超出上限 ${caps.multiplier}；请减少倍数（/chase/${at}/multiplier）`);
    if (multiplier > 0) parts.push({ issue, multiplier });
  }
  return parts.length === 0 ? refuse(STATUS.invalid, '每一期的倍数都是 0；请至少投一期（/chase）') : parts;
}
