/** What is described of agents (agents.json), and what the counting of a day needs to know of it. */
import type { AgentServices } from './services.ts';
import { productOffset } from '../catalog/index.ts';
import described from './agents.json' with { type: 'json' };

export const AGENT_RULES = described;

/** The highest rebate of an invitation link, basis points. A link brings any number of players, and the number of higher rebates below an agent is limited. */
export const MAX_LINK_REBATE_BP = Math.min(
  AGENT_RULES.most.bp,
  ...AGENT_RULES.quotas.map(({ fromBp }) => fromBp - AGENT_RULES.most.stepBp),
);

/** Codes of families, in the order in which they are shown. */
export const FAMILIES: readonly string[] = AGENT_RULES.families.map(({ code }) => code);

export const familyName = (code: string): string => AGENT_RULES.families.find((family) => family.code === code)?.name ?? code;

/** The same for the counting functions: agent_ended and count_agent_rebates (sql/) read it. A game of numbers belongs to a family by its section. */
export function countParams(context: Pick<AgentServices, 'publication'>): string {
  const families: Record<string, string> = {};
  for (const { code, kind, menu } of context.publication.index().games) {
    const family = AGENT_RULES.families.find(({ sections }) => sections?.includes(menu.section));
    if (kind === undefined && family !== undefined) families[code] = family.code;
  }
  return JSON.stringify({ offset: productOffset(context.publication), families, tiers: AGENT_RULES.tiers, cap: AGENT_RULES.most.bp });
}

/** 250 → "2.5%" */
export const percentText = (bp: number): string => {
  const hundredths = String(bp % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${(BigInt(bp) / 100n).toString()}${hundredths === '' ? '' : `.${hundredths}`}%`;
};

/** Rates in words: 体彩 2%、足球 1%; 全部 2% where all families have the same. `rates`: family → bp. */
export function ratesText(rates: Readonly<Record<string, number>>): string {
  const familyTexts = FAMILIES.flatMap((family) => {
    const bp = rates[family] ?? 0;
    return bp > 0 ? [{ family, bp }] : [];
  });
  const [first] = familyTexts;
  if (first === undefined) return '未设返点';
  if (familyTexts.length > 1 && familyTexts.length === FAMILIES.length && familyTexts.every(({ bp }) => bp === first.bp))
    return `全部 ${percentText(first.bp)}`;
  return familyTexts.map(({ family, bp }) => `${familyName(family)} ${percentText(bp)}`).join('、');
}

/** The name of a game that may be gone by now, whatever kind it is of. */
export function gameNames({ publication }: Pick<AgentServices, 'publication'>): (code: string) => string {
  const listed = new Map(publication.index().games.map(({ code, name }) => [code, name]));
  return (code) => listed.get(code) ?? publication.smalls().get(code)?.game.name ?? publication.scratch().get(code)?.card.name ?? code;
}
