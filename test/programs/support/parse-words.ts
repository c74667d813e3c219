import { colorLamp } from '../../vocabulary/support/sample-resources';
import { createFade, parseFadeRequest } from '../../../src/programs/fade';
import type { ProgramParsingContext, ParsedProgram } from '../../../src/programs/program';
import type { Resource } from '../../../src/resources/resource';
import type { Members } from '../../../src/resources/members';
import type { ParseResult } from '../../../src/vocabulary/parse-result';

/** What the parser of a sequence for a lamp gets beside the command. */
export const context = {
  at: 'payload',
  lamp: colorLamp,
  kind: 'light',
  shortestStep: 100,
  seed: 7,
} as const;

/** Parses a command with a long transition for the state of its lamp. @param shown shows the colour at which the fade begins */
export function parseFade(
  words: Members,
  given: ProgramParsingContext,
  shown: Resource | undefined,
): ParseResult<ParsedProgram> {
  const request = parseFadeRequest(words, given);
  return request.ok ? createFade(request.value, given.lamp, shown) : request;
}
