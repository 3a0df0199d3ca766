/**
 * Files in football.txt, the text format of openfootball, in both of its living styles: "» Matchday 1", "Fri Aug/15 2025", "20.00" and
 * "▪ Matchday 1", "Fri Aug 16 2024", "20:00". A score stands after the two teams or between them. The format: https://github.com/openfootball/spec
 */
import { dateAtStart, placeDate, seasonOf } from './text-date.ts';
import { type ReadGoals, readGoals } from './text-goals.ts';
import { type MatchLine, readMatchLine } from './text-line.ts';
import { groupOf, halfScore, type ReadMatchesResult, regularScore, type WrittenMatch } from './written.ts';
import { readKickoff, ZONE_NAMES } from './zones.ts';

/** A time, its zone, and the same instant elsewhere in brackets, which is not used: "20:45 (21:45 EEST)". */
const AREAS = 'Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific';
/** An abbreviation is a zone only before a gap, because "MSK Žilina" is a club. */
const ZONE = `(?:UTC|GMT)(?:[+-]\\d{1,2}(?::?\\d{2})?|±0)?(?=\\s|$)|(?:${ZONE_NAMES.join('|')})(?=\\s{2}|\\s[(@]|$)|(?:${AREAS})/[A-Z][A-Za-z_/-]+(?=\\s|$)`;
const TIME = new RegExp(
  `^(?<clock>\\d{1,2}[.:]\\d{2})(?:h\\b)?(?:\\s+(?<zone>${ZONE}))?(?:\\s+\\(\\d{1,2}[.:]\\d{2}(?:\\s[^)]*)?\\))?(?=\\s|$)`,
);
const NUMBER = /^\((\d{1,3})\)\s+/;
const HEADING = /^(?<level>=+)\s*(?<text>[^=]*?)\s*=*$/;
const ROUND = /^(?<mark>[»▪]+)\s*(?<text>.*)$/;
/** Names of rounds that old files write without a mark. */
const BARE_ROUND =
  /^(?:matchday|round|group|league|play-?offs?|preliminary|qualifying|first|second|third|fourth|fifth|sixth|quarter-?\s?finals?|semi-?\s?finals?|finals?|last|1\/\d+|\d+(?:st|nd|rd|th)?\.? round|match for)\b[^|]*$/i;
/** "Group A | Germany  Scotland", "▪ Matchday 1 | Fri Jun 14": what a group or a round consists of, and no match. */
const DEFINITION = /^[^|]{1,80}\|/;
/** "Germany: Neuer - Kimmich, …", "Refs: …", "Penalties: …". The line goes on as long as it ends with a comma, a dash or an open bracket. */
const NOTE = /^[\p{L}][\p{L} .&'’-]{0,40}:\s/u;
/** Goals without brackets: "Ion Nicolaescu 45';", "-; Igor Armaș 13'". */
const BARE_GOALS = /^(?:-;|[\p{L}.][^\d@]*\s(?:\d{1,3}(?:\+\d{1,2})?|\?\?)['’])/u;
const GROUND_BEFORE = /^@\s*(?<ground>\S.*?)(?:\s{2,}|$)/;

const KINDS = {
  note: ['行阵容、裁判、点球过程', 'lines with line-ups, officials or shoot-outs'],
  definition: ['行小组、轮次的说明', 'lines that define groups or rounds'],
  goals: ['行进球认不出，比分照用', 'lists of goals that are not understood; the scores are used'],
  bye: ['行轮空', 'lines with a bye'],
} as const;
type Kind = keyof typeof KINDS;

interface State {
  season: readonly number[];
  title?: string;
  stage: string;
  /** The round with those above it. */
  rounds: readonly string[];
  date?: string;
  time?: string;
  ground?: string;
  /** The date above, where it was refused: its matches are not blamed too. */
  badDate: boolean;
  /** Set while a note goes on in the next line. */
  isInNote: boolean;
  hasMatch: boolean;
  last?: { line: MatchLine; index: number };
  goals?: { text: string; at: number; isBare: boolean };
}

class TextReader {
  readonly mistakes: string[] = [];
  readonly matches: WrittenMatch[] = [];
  undated = 0;
  readonly state: State = { season: [], stage: '', rounds: [], badDate: false, isInNote: false, hasMatch: false };
  readonly #unused = new Map<Kind, number[]>();

  unused(): readonly string[] {
    return [...this.#unused].map(([kind, lines]) => {
      const [zh, en] = KINDS[kind];
      return `${lines[0]}: ${lines.length} ${zh}，没有使用 / ${lines.length} ${en}, not used`;
    });
  }

  read(text: string): void {
    for (const [i, raw] of text
      .replace(/^\uFEFF/, '')
      .split(/\r\n|\n|\r/)
      .entries())
      this.#line(raw, i + 1);
    this.#endGoals();
  }

  #line(raw: string, at: number): void {
    const comment = /(?:^|\s)#/.exec(raw);
    if (comment !== null && this.state.season.length === 0 && this.matches.length === 0 && /^\s*#\s*Date\b/.test(raw))
      this.#seasonFromComment(raw);
    const text = (comment === null ? raw : raw.slice(0, comment.index))
      .replace(/(\d)[–—](\d)/g, '$1-$2')
      .replace(/\u00A0/g, ' ')
      .trim();
    if (this.state.goals !== undefined) return this.#moreGoals(text, at);
    if (text === '') {
      this.state.isInNote = false;
      return;
    }
    if (this.state.isInNote) return this.#note(text, at);
    if (HEADING.test(text)) return this.#heading(text);
    if (text.startsWith('(') && !NUMBER.test(text) && !TIME.test(text)) return this.#beginGoals(text, at);
    if (this.state.last !== undefined && BARE_GOALS.test(text)) return this.#beginGoals(text, at);
    if (DEFINITION.test(text)) return this.#skip('definition', at);
    const round = ROUND.exec(text)?.groups;
    if (round !== undefined) return this.#round(round.text ?? '', round.mark?.length ?? 1, at);
    this.#dated(text, at);
  }

  #seasonFromComment(raw: string): void {
    const years = [...raw.matchAll(/\b((?:18|19|20)\d{2})\b/g)].map(([year]) => Number(year));
    if (years.length > 0) this.state.season = [...new Set([Math.min(...years), Math.max(...years)])];
  }

  #skip(kind: Kind, at: number): void {
    this.#unused.set(kind, [...(this.#unused.get(kind) ?? []), at]);
  }

  #note(text: string, at: number): void {
    this.#skip('note', at);
    const open = text.split('(').length - text.split(')').length + text.split('[').length - text.split(']').length;
    this.state.isInNote = /[,;-]$/.test(text) || open > 0;
  }

  #heading(text: string): void {
    const { level = '=', text: name = '' } = HEADING.exec(text)?.groups ?? {};
    const { state } = this;
    if (level.length > 1) {
      state.stage = name;
      state.rounds = [];
      return;
    }
    state.title ??= name;
    const season = seasonOf(name);
    if (season.length > 0) state.season = season;
    [state.stage, state.rounds] = ['', []];
    delete state.date;
  }

  /** "▪▪ Semi-finals" below "▪ Path A" is the round "Path A, Semi-finals". */
  #round(written: string, depth: number, at: number): void {
    this.state.rounds = [...this.state.rounds.slice(0, depth - 1), written.trim()];
    delete this.state.ground;
    if (written.trim() === '') this.#refuse(at, written);
  }

  #dated(text: string, at: number): void {
    const { state } = this;
    let rest = text;
    const number = NUMBER.exec(rest);
    if (number !== null) rest = rest.slice(number[0].length);
    const written = dateAtStart(rest);
    if (written !== undefined) {
      const placed = placeDate(written, state.date, state.season);
      state.badDate = !placed.ok;
      if (placed.ok) state.date = placed.date;
      else this.mistakes.push(`${at}: ${placed.mistake}`);
      delete state.time;
      delete state.ground;
      rest = rest.slice(written.text.length).trim();
    }
    const time = TIME.exec(rest);
    if (time !== null) {
      state.time = [time.groups?.clock?.replace('.', ':'), time.groups?.zone].filter((each) => each !== undefined).join(' ');
      const kickoff = readKickoff(state.date ?? '2000-01-01', state.time, 'UTC');
      if (!kickoff.ok) this.mistakes.push(`${at}: ${kickoff.mistake}`);
      rest = rest.slice(time[0].length).trim();
    }
    const before = GROUND_BEFORE.exec(rest);
    if (before !== null) {
      state.ground = (before.groups?.ground ?? '').replace(/,?\s*Att:.*$/, '').trim();
      rest = rest.slice(before[0].length).trim();
    }
    if (rest === '' && (written !== undefined || time !== null || before !== null)) return;
    this.#match(rest, at, text);
  }

  #match(rest: string, at: number, text: string): void {
    const { state } = this;
    const line = readMatchLine(rest);
    if (line !== undefined && !NOTE.test(rest)) return this.#add(line, at);
    if (rest === text && NOTE.test(rest) && state.hasMatch) return this.#note(rest, at);
    if (/\sbye(\s+\[[^\]]*\])?$/.test(rest)) return this.#skip('bye', at);
    if (rest === text && BARE_ROUND.test(rest)) return this.#round(rest, 1, at);
    this.#refuse(at, text);
  }

  #refuse(at: number, text: string): void {
    this.mistakes.push(
      `${at}: 看不懂 "${text}"；改成 "主队 v 客队 2-1 (1-0)" 的写法，不是比赛就在行首加 # / this line is not understood; write it as "Home v Away 2-1 (1-0)", or put # before it if it is no match`,
    );
  }

  #add(line: MatchLine, at: number): void {
    const { state } = this;
    if (state.date === undefined) {
      if (state.badDate) return;
      // A fixture whose day is not set cannot be sold; a later file has it.
      if (line.full === undefined && line.extra === undefined) this.undated += 1;
      else
        this.mistakes.push(
          `${at}: 比赛前没有日期；在它上面写 "Sat Aug 16 2025" / there is no date before this match; write one above it, such as "Sat Aug 16 2025"`,
        );
      return;
    }
    if (state.badDate) return;
    const { home, away, ground = state.ground, status, word } = line;
    const round = state.rounds.join(', ') || state.stage;
    const group = groupOf(round) ?? groupOf(state.stage);
    this.matches.push({
      at: String(at),
      round,
      ...(group === undefined ? {} : { group }),
      ...(ground === undefined ? {} : { ground }),
      date: state.date,
      ...(state.time === undefined ? {} : { time: state.time }),
      home,
      away,
      ...(status === undefined ? {} : { status }),
      ...(word === undefined ? {} : { word }),
      ...scoreOf(line, { goals: [] }),
    });
    state.hasMatch = true;
    state.last = { line, index: this.matches.length - 1 };
  }

  #beginGoals(text: string, at: number): void {
    // Below a refused date there is no match that they could belong to, and the date is named already.
    if (this.state.last === undefined && !this.state.badDate) return this.#refuse(at, text);
    this.state.goals = { text: '', at, isBare: !text.startsWith('(') };
    this.#moreGoals(text, at);
  }

  /** A list of goals ends with the bracket that it began with. */
  #moreGoals(text: string, at: number): void {
    const { state } = this;
    const goals = state.goals as NonNullable<State['goals']>;
    // A file may forget the last bracket. A blank line ends the list too.
    if (text === '' || /^[»▪=]/.test(text)) {
      this.#endGoals();
      return this.#line(text, at);
    }
    goals.text = `${goals.text} ${text}`.trim();
    const isOpen = goals.isBare ? /[;,]$/.test(text) : goals.text.split('(').length > goals.text.split(')').length;
    if (!isOpen) this.#endGoals();
  }

  #endGoals(): void {
    const { goals, last } = this.state;
    delete this.state.goals;
    if (goals === undefined || last === undefined) return;
    const read = readGoals(goals.text, last.line.extra ?? last.line.full);
    if (read.unread) this.#skip('goals', goals.at);
    const match = this.matches[last.index] as WrittenMatch;
    const { full: _full, half: _half, extra: _extra, penalties: _penalties, goals: _goals, ...others } = match;
    this.matches[last.index] = { ...others, ...scoreOf(last.line, read) };
    delete this.state.last;
  }
}

/** The score of a line with the goals below it. */
function scoreOf(
  { full: written, half, extra: after, penalties }: MatchLine,
  { goals, unread }: ReadGoals,
): Pick<WrittenMatch, 'full' | 'half' | 'extra' | 'penalties' | 'unread' | 'goals'> {
  const { full, extra } = regularScore(written, after, goals);
  const known = halfScore(half, full);
  return {
    ...(unread ? { unread } : {}),
    ...(full && { full }),
    ...(known && { half: known }),
    ...(extra && { extra }),
    ...(penalties && { penalties }),
    goals,
  };
}

export function readTextFile(text: string): ReadMatchesResult {
  const reader = new TextReader();
  reader.read(text);
  const { mistakes, matches, undated, state } = reader;
  if (mistakes.length === 0 && matches.length === 0 && undated === 0)
    mistakes.push('1: 没有比赛；这不是 football.txt 的赛事文件 / there are no matches: this is no file of matches in football.txt');
  if (mistakes.length > 0) return { ok: false, mistakes, matches };
  return { ok: true, matches, undated, ...(state.title === undefined ? {} : { title: state.title }), unused: reader.unused() };
}
