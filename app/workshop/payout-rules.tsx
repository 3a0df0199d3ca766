/** The figures that withdrawals follow, as an operator sets them. Amounts are typed in whole yuan and sent as fen. */
import { type ReactNode, useState } from 'react';
import type { DeskRules } from './payout-desk.tsx';

interface Figure {
  readonly name: string;
  readonly label: string;
  /** fen: typed in yuan. bp: basis points. Others as they are. */
  readonly unit: 'fen' | 'bp' | 'times' | 'hours' | 'time' | 'text';
}

const FIGURES: readonly Figure[] = [
  { name: 'paused', label: '暂停提现的原因（空为不暂停）', unit: 'text' },
  { name: 'minFen', label: '单笔最低（元）', unit: 'fen' },
  { name: 'maxFen', label: '单笔最高（元）', unit: 'fen' },
  { name: 'timesADay', label: '每日次数', unit: 'times' },
  { name: 'opens', label: '开始时间（HH:MM）', unit: 'time' },
  { name: 'closes', label: '结束时间（HH:MM，最晚 24:00）', unit: 'time' },
  { name: 'feeBp', label: '手续费（万分之）', unit: 'bp' },
  { name: 'feeMinFen', label: '最低手续费（元）', unit: 'fen' },
  { name: 'newAccountHours', label: '新账户限额期（小时）', unit: 'hours' },
  { name: 'newAccountFen', label: '新账户期内累计最多（元）', unit: 'fen' },
  { name: 'passwordHours', label: '改密码后不能提现（小时）', unit: 'hours' },
  { name: 'codeFromFen', label: '满此金额要验证码（元，0 为不要）', unit: 'fen' },
  { name: 'secondOperatorFen', label: '满此金额要两人通过（元）', unit: 'fen' },
  { name: 'approvedADayFen', label: '每日通过总额（元）', unit: 'fen' },
  { name: 'toFillTurnoverBp', label: '转充值流水（万分之）', unit: 'bp' },
  { name: 'toFillBonusBp', label: '转充值红利（万分之）', unit: 'bp' },
  { name: 'toFillBonusADayFen', label: '每日红利上限（元）', unit: 'fen' },
];

/** Fen as yuan, whatever they are: 1050 is 10.50, 1000 is 10. */
function typed(value: number | string, unit: Figure['unit']): string {
  if (unit !== 'fen') return String(value);
  const fen = BigInt(value);
  return fen % 100n === 0n ? String(fen / 100n) : `${fen / 100n}.${String(fen % 100n).padStart(2, '0')}`;
}

/** What was typed, as the server takes it; undefined for what is no such figure. */
function sent(text: string, unit: Figure['unit']): number | string | undefined {
  if (unit === 'time' || unit === 'text') return text.trim();
  const [, whole = '', part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (whole === '' || (part !== '' && unit !== 'fen')) return undefined;
  return unit === 'fen' ? Number(`${whole}${part.padEnd(2, '0')}`) : Number(whole);
}

export function PayoutRulesForm({
  rules,
  onSave,
}: {
  readonly rules: DeskRules;
  readonly onSave: (rules: DeskRules) => Promise<boolean>;
}): ReactNode {
  /** What was typed and is not saved; the other fields say what is in force, which somebody else may change meanwhile. */
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({});
  /** What was saved here, until the list has it. */
  const [saved, setSaved] = useState<{ readonly over: DeskRules; readonly rules: DeskRules }>();
  const now = saved?.over === rules ? { ...rules, ...saved.rules } : rules;
  const textOf = ({ name, unit }: Figure): string => edits[name] ?? typed(now[name] ?? '', unit);
  const [wrong, setWrong] = useState('');
  return (
    <form
      className="payouts__rules"
      onSubmit={(event) => {
        event.preventDefault();
        const changed: Record<string, number | string> = {};
        for (const figure of FIGURES) {
          const { name, unit, label } = figure;
          const value = sent(textOf(figure), unit);
          if (value === undefined) return setWrong(`${label}：请填写数字`);
          if (value !== now[name]) changed[name] = value;
        }
        setWrong('');
        if (Object.keys(changed).length === 0) return setWrong('没有改动');
        void onSave(changed).then((done) => {
          if (!done) return;
          setSaved({ over: rules, rules: changed });
          setEdits({});
        });
      }}
    >
      {FIGURES.map((figure) => (
        <label key={figure.name}>
          {figure.label}
          <input
            value={textOf(figure)}
            maxLength={60}
            onChange={({ currentTarget: { value } }) => setEdits((all) => ({ ...all, [figure.name]: value }))}
          />
        </label>
      ))}
      <p role="alert">{wrong}</p>
      <button type="submit" className="button button--primary">
        保存限额
      </button>
    </form>
  );
}
