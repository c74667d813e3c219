import { appendMemberToPath, isObject } from '../resources/members';
import type { Members } from '../resources/members';
import { accept, refuse } from '../vocabulary/parse-result';
import { parseBareValue } from '../vocabulary/light/bare-value';
import { parsePlainJson } from '../vocabulary/plain-json';
import type { ParseResult } from '../vocabulary/parse-result';
import { findProgramKind } from '../vocabulary/light/request';
import { parseFadeRequest } from './fade';
import { parseSendWhenTurnedOn } from './send-when-turned-on';
import { parseAlertSequence, parseSequence } from './sequence';
import type { ProgramParsingContext } from './program';
import { trueOrFalse } from '../resources/problems';

/** A single value becomes the matching word. */
export function parseProgramCommandMembers(payload: unknown, at: string): ParseResult<Members> {
  const plain = parsePlainJson(payload, at);
  if (!plain.ok) return plain;
  if (isObject(plain.value)) return accept(plain.value);
  const entry = parseBareValue(plain.value, at);
  return entry.ok ? accept(Object.fromEntries([entry.value])) : entry;
}

export function checkRestoreMember(words: Members, at: string): ParseResult<Members> {
  const { restore } = words;
  return restore === undefined || typeof restore === 'boolean'
    ? accept(words)
    : refuse(appendMemberToPath(at, 'restore'), trueOrFalse, restore);
}

/** Checks a command as far as possible without its lamps and the rate of the bridge. */
export function checkProgramStartCommand(
  payload: unknown,
  context: ProgramParsingContext,
): ParseResult<unknown> {
  const words = parseProgramCommandMembers(payload, context.at);
  if (!words.ok) return words;
  const kind = findProgramKind(words.value);
  if (kind === 'later') return parseSendWhenTurnedOn(words.value, context);
  const restore = checkRestoreMember(words.value, context.at);
  if (!restore.ok) return restore;
  if (kind === 'sequence')
    return parseSequence(words.value, { ...context, shortestStep: 0, seed: 0 });
  if (kind === 'alert') return parseAlertSequence(words.value, context);
  const fade = parseFadeRequest(words.value, context);
  return fade.ok ? fade.value.build(context.lamp) : fade;
}
