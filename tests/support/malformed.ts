/**
 * Malformed descriptions: a file of cases (tests/fixtures/malformed/games.json, families.json, screens.json), each a base, the edits that spoil it,
 * and every problem that must be reported for it:
 *
 *   "cap-zero": {
 *     "base": "plays",                                          → bases/plays.json, where CODE stands for the name of the case
 *     "edits": [{ "set": "/caps/multiplier", "to": 0 }],        → see patched.ts
 *     "expected": [{ "at": "381:19", "pointer": "/caps/multiplier", "code": "SHAPE_RANGE", "zh": "…", "en": "…" }]
 *   }
 *
 * Places were found and sentences read by a person: expected problems are never written by a program from what the loader says.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Edit, patchedBytes } from './patched.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/malformed');

export interface ExpectedProblem {
  /** "line:column", both from 1. */
  readonly at: string;
  readonly pointer: string;
  readonly code: string;
  readonly zh: string;
  readonly en: string;
}

export interface MalformedCase {
  readonly name: string;
  /** The name of the file that the case stands for: "cap-zero.json". */
  readonly file: string;
  readonly bytes: Buffer;
  readonly expected: readonly ExpectedProblem[];
}

interface WrittenCase {
  readonly base: string;
  readonly edits: readonly Edit[];
  readonly expected: readonly ExpectedProblem[];
}

/** The text of a base under a code of its own. */
export function baseText(base: string, code: string): string {
  return readFileSync(join(FOLDER, `bases/${base}.json`), 'utf8').replace('CODE', code);
}

/** The cases of tests/fixtures/malformed/<list>.json, in the order of the file. */
export function malformedCases(list: string): MalformedCase[] {
  const cases = JSON.parse(readFileSync(join(FOLDER, `${list}.json`), 'utf8')) as Record<string, WrittenCase>;
  return Object.entries(cases).map(([name, { base, edits, expected }]) => {
    try {
      return { name, file: `${name}.json`, bytes: patchedBytes(baseText(base, name), edits), expected };
    } catch (error) {
      throw new Error(`${list}.json, ${name}: ${(error as Error).message}`);
    }
  });
}
