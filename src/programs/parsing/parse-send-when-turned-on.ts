import { getNestedMember, getNumericMember } from '../../resources/values/member-access';
import type { Resource, Members } from '../../resources';
import { roundTo } from '../../units/arithmetic';
import { accept, refuse } from '../../vocabulary/parse-result';
import { parseLightCommand } from '../../vocabulary/light/command';
import type { ParseResult } from '../../vocabulary/parse-result';
import { litLampMembers } from '../../vocabulary/light/words/word';
import { listLampPropertiesOfUpdate } from '../properties-set-by-command';
import type { ParsedProgram } from '../program';
import type { ProgramParsingContext } from './program-parsing-context';

const laterMembers: ReadonlySet<string> = new Set([...litLampMembers, 'powerup', 'dynamics']);

/** Parses `{turnOn: "later", …}`: the properties that a lamp gets when it is turned on. */
export function parseSendWhenTurnedOn(
  words: Members,
  context: ProgramParsingContext,
): ParseResult<ParsedProgram> {
  const { at, lamp, kind } = context;
  const command = parseLightCommand({ ...words, turnOn: false }, lamp, kind, context);
  if (!command.ok) return command;
  const { body, warnings } = command.value;
  const members =
    words['brightness'] === undefined ? body.members : toBrightnessAfterStep(body.members, lamp);
  if (Object.keys(members).some((name) => !laterMembers.has(name)))
    return refuse(at, { kind: 'valueBesideLater' }, words);
  return accept({
    properties: listLampPropertiesOfUpdate(members),
    content: { kind: 'later', members },
    warnings,
  });
}

/** In percent, for a step while a lamp is off. */
const lowestBrightness = 1;

/** A lamp that is off gets the brightness that a step leads to; a group as a whole keeps the step. */
function toBrightnessAfterStep(members: Members, lamp: Resource | undefined): Members {
  const { dimming_delta: delta, ...others } = members;
  const step = getNumericMember(delta, 'brightness_delta');
  const action = getNestedMember(delta, 'action');
  const shown = getNumericMember(lamp, 'dimming', 'brightness');
  if (step === undefined || shown === undefined || action === 'stop') return members;
  const target = action === 'down' ? shown - step : shown + step;
  return {
    ...others,
    dimming: { brightness: Math.min(100, Math.max(lowestBrightness, roundTo(target, 2))) },
  };
}
