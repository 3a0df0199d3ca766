/** Codes of the semantic check of a quiz. docs/add-a-question.md prints this table. */
import { type CodeEntry, entry } from '../descriptions/code-entry.ts';

export const QUIZ_CODES = {
  QUIZ_REST: entry(
    '选项 {name} 没有 when，只有最后一个选项可以不写',
    '写上 when，或把它移到最后',
    'the option {name} has no when; only the last may leave it out',
    'give it a when, or move it to the end',
  ),
  QUIZ_STAKE: entry('least（{least}）大于 most（{most}）', '改正 stake', 'least ({least}) is more than most ({most})', 'correct stake'),
  QUIZ_GAME: entry('没有游戏 "{name}"{guess}', '改成已有的：{known}', 'there is no game "{name}"{guess}', 'name one of {known}'),
  QUIZ_BROKEN: entry(
    '游戏 "{name}" 的文件本身有错',
    '先改正那个文件',
    'the file of the game "{name}" has errors',
    'correct that file first',
  ),
  QUIZ_NEVER: entry(
    '选项 {name} 永远不会成真',
    '改正 when，或去掉这个选项',
    'the option {name} can never win',
    'correct its when, or remove the option',
  ),
  QUIZ_ALWAYS: entry(
    '选项 {name} 总会成真，后面的选项永远不会赢',
    '改正 when',
    'the option {name} is always true, so no option after it can win',
    'correct its when',
  ),
  QUIZ_PICK: entry(
    '竞猜的条件里没有所选号码（pick）',
    '改用开奖号码的值，如 sum、at',
    'a condition of a quiz cannot use pick',
    'use a value of the draw, such as sum or at',
  ),
  QUIZ_WORD: entry(
    '文字里的 {{name}} 没有可填的内容{guess}',
    '改成 {known} 之一',
    'nothing can be filled in for {{name}} in this text{guess}',
    'use one of {known}',
  ),
} as const satisfies Record<string, CodeEntry>;
