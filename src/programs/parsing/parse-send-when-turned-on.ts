import { createParseSuccess, parseLightCommand, createInvalidValueResult } from '../../vocabulary';
import type { ParseResult } from '../../vocabulary';
import { lampAppearanceMembers } from '../../vocabulary/light/light-property';
import { listLampPropertiesOfUpdate } from '../properties-set-by-command';
import type { ParsedProgram } from '../program';
import type { ProgramParsingContext } from './program-parsing-context';

const laterMembers: ReadonlySet<string> = new Set([
  ...lampAppearanceMembers.filter((name) => name !== 'on'),
  'dynamics',
]);

/** Parses `{turnOn: "later", …}`: the properties that a lamp gets when it is turned on. */
export function parseSendWhenTurnedOn(
  words: Readonly<Record<string, unknown>>,
  context: ProgramParsingContext,
): ParseResult<ParsedProgram> {
  const { at, lamp, kind, transition, brightnessLimits, colorSpace, findGroupLamps } = context;
  const options = { at, transition, brightnessLimits, colorSpace, findGroupLamps };
  const command = parseLightCommand({ ...words, turnOn: false }, lamp, kind, options);
  if (!command.ok) return command;
  const { body, warnings } = command.value;
  if (Object.keys(body.members).some((name) => !laterMembers.has(name))) {
    const expected =
      'a brightness, a white, a colour, a gradient or an effect beside turnOn: "later"';
    return createInvalidValueResult(at, expected, words);
  }
  return createParseSuccess({
    properties: listLampPropertiesOfUpdate(body.members),
    content: { kind: 'later', members: body.members },
    warnings,
  });
}
