import { createFade, parseFadeRequest } from '../../../src/programs/fade';
import type { ProgramParsingContext, ParsedProgram } from '../../../src/programs/program';
import type { Resource } from '../../../src/resources/resource';
import type { Members } from '../../../src/resources/members';
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
