import { isDeepStrictEqual } from 'node:util';
import { getNestedMember } from '../../src/resources/members';
import {
  isKeptAsSent,
  isSameRequest,
  readMessage,
  readWords,
  selectState,
} from '../../test/vocabulary/formats/support/real-messages';
import type {
  RealMessage,
  RealMessages,
  RealState,
} from '../../test/vocabulary/formats/support/real-messages';
import type { ComparedRow, FormatComparison } from './format-comparison';

/**
 * Runs the packages of a table of messages and states. The packages decide what arrives and what they keep; the words of
 * the table say what it asks for.
 */
export const createMessageComparison = (
  table: RealMessages,
  options: Pick<FormatComparison, 'withoutDependencies'> = {},
): FormatComparison => ({
  ...options,
  name: table.name,
  packages: table.packages,
  program: `${table.name}.cjs`,
  inputs: {
    commands: table.messages.map(({ given }) => given),
    states: table.states.map(({ sent }) => sent),
  },
  compare(observed) {
    const [commands, states] = ['commands', 'states'].map((name) => listOf(observed, name));
    return [
      ...table.messages.map((row, index) => compareMessage(table, row, commands?.[index])),
      ...table.states.map((row, index) => compareState(row, states?.[index])),
    ];
  },
});

function listOf(observed: unknown, name: string): readonly unknown[] {
  const list = getNestedMember(observed, name);
  if (!Array.isArray(list)) throw new TypeError(`The program printed no list of ${name}.`);
  return list;
}

function compareMessage(
  { format }: RealMessages,
  { given, message, words, reason }: RealMessage,
  observed: unknown,
): ComparedRow {
  const row = { direction: 'command', input: given } as const;
  if (!isDeepStrictEqual(observed, message))
    return { ...row, theirs: observed, ours: { inTheTable: message }, agrees: false };
  const [ours, asked] = [readMessage(format, message), readWords(words)];
  const agrees = reason === undefined && isSameRequest(ours, asked);
  return { ...row, theirs: { message, asked }, ours, agrees, reason };
}

function compareState({ sent, kept, reason }: RealState, observed: unknown): ComparedRow {
  const row = { direction: 'state', input: sent, theirs: observed } as const;
  if (!isDeepStrictEqual(observed, kept))
    return { ...row, ours: { inTheTable: kept }, agrees: false };
  const ours = selectState(sent);
  return { ...row, ours, agrees: isKeptAsSent(observed, ours), reason };
}
