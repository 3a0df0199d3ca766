/** What an import says: lines for operators, or one JSON object for programs. */
import type { Game } from '../../engine/descriptions/types.ts';
import type { Language } from '../../engine/rules/index.ts';
import type { LeftForm } from './check-rows.ts';
import { problemLine, problemText, type RowProblem } from './problems.ts';
import type { Proposal } from './read.ts';

export interface ImportReport {
  readonly game: Pick<Game, 'code' | 'name'>;
  readonly file: string;
  readonly encoding?: string;
  readonly form?: string;
  readonly map?: string;
  readonly columnsLeft: readonly string[];
  /** Undefined when nothing was imported. */
  readonly stored?: { readonly added: number; readonly known: number };
  readonly repeated: number;
  readonly reckoned: boolean;
  readonly leftForm?: LeftForm | undefined;
  /** Rows that were left because an option says so. */
  readonly left: readonly RowProblem[];
  readonly mistakes: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
  readonly missing: readonly string[];
  readonly proposals: readonly Proposal[];
}

const MOST_MISTAKES = 100;
const MOST_NAMES = 20;

export interface Lines {
  readonly out: readonly string[];
  readonly error: readonly string[];
}

export const jsonReport = (report: ImportReport): string => {
  const { game, mistakes, warnings, left, ...rest } = report;
  const written = (problems: readonly RowProblem[]) =>
    problems.map((each) => ({ ...each, text: problemText(each, 'zh'), textEn: problemText(each, 'en') }));
  return JSON.stringify({ game: game.code, ...rest, left: written(left), mistakes: written(mistakes), warnings: written(warnings) });
};

export function reportLines(report: ImportReport, language: Language): Lines {
  const zh = language === 'zh';
  const { file, mistakes, stored, left } = report;
  const out = problemLines(file, mistakes, language);
  if (stored === undefined) {
    const failed = zh ? `${mistakes.length} 处有误，一期也没有导入` : `${mistakes.length} mistakes; nothing was imported`;
    return { out: [...out, ...proposalLines(report, language)], error: [failed] };
  }
  const error = [
    ...noteLines(report, language),
    ...(left.length === 0
      ? []
      : [zh ? `跳过 ${left.length} 行：` : `${left.length} rows left out:`, ...problemLines(file, left, language)]),
  ];
  const done = zh
    ? `${report.game.name}：导入 ${stored.added} 期，已有 ${stored.known} 期`
    : `${report.game.code}: ${stored.added} draws imported, ${stored.known} were there already`;
  return { out: [...out, done], error };
}

function problemLines(file: string, problems: readonly RowProblem[], language: Language): string[] {
  const lines = problems.slice(0, MOST_MISTAKES).map((each) => problemLine(file, each, language));
  const more = problems.length - lines.length;
  return more <= 0 ? lines : [...lines, language === 'zh' ? `……另有 ${more} 处` : `… and ${more} more`];
}

function noteLines(report: ImportReport, language: Language): string[] {
  const zh = language === 'zh';
  const { warnings, columnsLeft, repeated, reckoned, leftForm, missing } = report;
  const note = (chinese: string, english: string): string => (zh ? `提醒：${chinese}` : `warning: ${english}`);
  const lines = [...new Set(warnings.map(({ code }) => code))].map((code) => warningLine(report, code, language));
  if (columnsLeft.length > 0) lines.push(note(`没有用到的列：${names(columnsLeft)}`, `columns that are not used: ${names(columnsLeft)}`));
  if (repeated > 0) lines.push(note(`${repeated} 行和别的行相同，合并为一期`, `${repeated} rows repeat others and were joined with them`));
  if (reckoned) lines.push(note('期号按开奖日推算', 'issues were reckoned from the days of the draws'));
  if (leftForm !== undefined) lines.push(note(...formSentence(leftForm)));
  if (missing.length > 0)
    lines.push(
      note(`文件首尾之间缺 ${missing.length} 期：${names(missing)}`, `${missing.length} issues are missing in between: ${names(missing)}`),
    );
  return lines;
}

/** Only the first row of a kind is named: all of a file from before another schedule may be so. */
function warningLine({ warnings, file }: ImportReport, code: RowProblem['code'], language: Language): string {
  const [first, ...others] = warnings.filter((each) => each.code === code) as [RowProblem, ...RowProblem[]];
  const more = others.length === 0 ? '' : language === 'zh' ? `（另有 ${others.length} 期也是）` : ` (and ${others.length} more like it)`;
  return `${language === 'zh' ? '提醒：' : 'warning: '}${problemLine(file, first, language)}${more}`;
}

const names = (list: readonly string[]): string =>
  list.length > MOST_NAMES ? `${list.slice(0, MOST_NAMES).join(', ')} … (${list.length})` : list.join(', ');

function formSentence({ count, side, issue, evidence }: LeftForm): [zh: string, en: string] {
  const where = side === 'before' ? [`${issue} 之前`, `before ${issue}`] : [`${issue} 及以后`, `from ${issue} on`];
  if (evidence === 'misfit')
    return [
      `${where[0]}的 ${count} 期是另一种规则的号码，没有导入；它们属于另一个彩种`,
      `${count} draws ${where[1]} have numbers of other rules and were left; they belong to another game`,
    ];
  return [
    `${where[0]}的 ${count} 期从来没有出现较大的号码，像是旧规则的开奖，没有导入；要一并导入，加 --whole`,
    `${count} draws ${where[1]} never show the higher numbers, as under older rules, and were left; add --whole to import them too`,
  ];
}

function proposalLines({ proposals, game, file }: ImportReport, language: Language): string[] {
  return proposals.flatMap(({ map, rows }) => [
    language === 'zh' ? '可以这样读，核对后照抄：' : 'it can be read so; check it and run:',
    `  npm run results -- import ${game.code} ${shellWord(file)} --map ${shellWord(map)}`,
    ...rows.map(({ issue, date, numbers }) => `    ${[issue, date, numbers].filter((text) => text !== '').join('  ')}`),
  ]);
}

const shellWord = (text: string): string => (/^[\w@%+=:,./\p{L}-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);
