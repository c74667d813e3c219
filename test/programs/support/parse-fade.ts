import { createFade, parseFadeRequest } from '../../../src/programs/fade';
import type { ProgramParsingContext, ParsedProgram } from '../../../src/programs/program';
import type { Resource, Members } from '../../../src/resources';
import type { ParseResult } from '../../../src/vocabulary/parse-result';

/** Parses a command with a long transition for the state of its lamp. @param shown shows the colour at which the fade begins */
export function parseFade(
  words: Members,
  context: ProgramParsingContext,
  shown: Resource | undefined,
): ParseResult<ParsedProgram> {
  const request = parseFadeRequest(words, context);
  return request.ok ? createFade(request.value, context.lamp, shown) : request;
}
