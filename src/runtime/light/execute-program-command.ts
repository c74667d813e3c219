import { getNestedMember } from '../../resources/values/member-access';
import type { Resource } from '../../resources';
import {
  checkRestoreMember,
  parseProgramCommandMembers,
} from '../../programs/parsing/check-program';
import type { ProgramCommandMembers } from '../../programs/parsing/check-program';
import { parseFade } from '../../programs/parsing/parse-fade';
import { parseSendWhenTurnedOn } from '../../programs/parsing/parse-send-when-turned-on';
import { parseAlertSequence, parseSequence } from '../../programs/parsing/parse-sequence';
import type { ProgramParsingContext } from '../../programs/parsing/program-parsing-context';
import type { ParsedProgram } from '../../programs/program';
import type { LightResourceType, ParseResult } from '../../vocabulary';
import type { BrightnessLimits } from '../../vocabulary/light/light-property';
import { toCommandError } from '../node-errors';
import type { ActionOutcome } from '../requests/action-outcome';
import type { ResolvedTarget } from '../targets/resolve-target-setting';
import type { OpenedBridge } from '../session/open-bridge-client';
import type { BridgeProgramRunner } from '../programs/bridge-program-runner';
import type { ProgramInfo } from '../programs/program-info';

/** A command that starts a program. */
export interface ProgramCommand {
  payload: unknown;
  /** Path of the payload, for problems. */
  at: string;
  /** Transition of the node in ms, where the command has none. */
  transition: number | undefined;
  /** Limits of the node for brightness, where it has any. */
  brightnessLimits: BrightnessLimits | undefined;
  target: ResolvedTarget;
  /** Node that got the message. */
  nodeId: string | undefined;
}

/** Status of `msg.bridge` for what is taken now and carried out later, as HTTP calls it. */
const acceptedStatus = 202;

/**
 * Starts the program that a command asks for. The message is answered when it has started: what the program sends
 * afterwards belongs to no message.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, when the command cannot be;
 *   ERR_BRIDGE_CLOSED when the bridge is closed
 */
export async function executeProgramCommand(
  bridge: OpenedBridge,
  { payload, at, transition, brightnessLimits, target, nodeId }: ProgramCommand,
): Promise<ActionOutcome> {
  const words = unwrapParsed(parseProgramCommandMembers(payload, at));
  const host = await bridge.programs.load();
  const kind = target.rtype === 'light' ? 'light' : 'grouped_light';
  const { rid } = target;
  const lamp = target.resource;
  const context: ProgramParsingContext = { at, lamp, kind, transition, brightnessLimits };
  const request: ProgramRequest = { rid, kind, nodeId };
  const { program, warnings } =
    words['turnOn'] === 'later'
      ? await startLater(host, words, context, request)
      : await startTimed(host, words, context, request);
  return {
    payload: { rid, rtype: kind },
    meta: {
      operation: 'update',
      rtype: kind,
      rid,
      ...bridge.stateCache.mirror.displayNames(rid),
      status: acceptedStatus,
      warnings,
      merged: 1,
      program,
    },
    statusText: { key: `program.${program.kind}` },
  };
}

function unwrapParsed<T>(result: ParseResult<T>): T {
  if (result.ok) return result.value;
  throw toCommandError(result.problem);
}

interface StartedProgram {
  program: ProgramInfo;
  warnings: readonly string[];
}

interface ProgramRequest {
  rid: string;
  kind: LightResourceType;
  nodeId: string | undefined;
}

/** Lets each lamp wait for itself: the lamps of a group come on one by one. */
async function startLater(
  host: BridgeProgramRunner,
  words: ProgramCommandMembers,
  context: ProgramParsingContext,
  { rid, kind, nodeId }: ProgramRequest,
): Promise<StartedProgram> {
  const whole = unwrapParsed(parseSendWhenTurnedOn(words, context));
  // A bridge drops what is sent to a lamp that was last known to be on and is off.
  await host.refreshLamps();
  const known = host.findLamps(rid);
  const lamps = known.length > 0 || kind !== 'light' ? known : [{ id: rid, type: 'light' }];
  const parts = lamps.flatMap((lamp): readonly (readonly [Resource, ParsedProgram])[] => {
    const part = parseSendWhenTurnedOn(words, { ...context, lamp, kind: 'light' });
    return part.ok ? [[lamp, part.value]] : [];
  });
  const origin = host.findOrigin(nodeId);
  const programs = parts.map(([lamp, part]) =>
    host.start(part, { rid: lamp.id, rtype: 'light' }, [lamp.id], origin),
  );
  const [first] = programs;
  if (first === undefined) throw toCommandError(noLampProblem(context.at, words));
  const program = kind === 'light' ? first : { ...first, rtype: kind, rid, ...host.names(rid) };
  return { program, warnings: kind === 'light' ? (parts[0]?.[1].warnings ?? []) : whole.warnings };
}

const noLampProblem = (path: string, received: unknown) => ({
  path,
  expected: 'a lamp that can show this, or a room with one',
  received,
});

/** Starts a sequence, an alert or a long fade on all lamps at once. */
async function startTimed(
  host: BridgeProgramRunner,
  words: ProgramCommandMembers,
  context: ProgramParsingContext,
  { rid, kind, nodeId }: ProgramRequest,
): Promise<StartedProgram> {
  const parsed = parseTimed(host, words, context);
  // What is to return, or to change gradually, begins at the present state.
  if (words['play'] === undefined || words['restore'] === true) await host.refreshLamps();
  const lamps = host.findLamps(rid);
  const { content, properties, warnings } = parsed(lamps);
  const restores = 'steps' in content && words['restore'] === true;
  const program = host.start(
    { properties, warnings, content: restores ? { ...content, before: lamps } : content },
    { rid, rtype: kind },
    lamps.length === 0 ? [rid] : lamps.map(({ id }) => id),
    host.findOrigin(nodeId),
  );
  return { program, warnings };
}

/** Refuses what is no such command at once; what depends on the lamps comes when their state is known. */
function parseTimed(
  host: BridgeProgramRunner,
  words: ProgramCommandMembers,
  context: ProgramParsingContext,
): (lamps: readonly Resource[]) => ParsedProgram {
  const { restore } = unwrapParsed(checkRestoreMember(words, context.at));
  if (words['play'] !== undefined) {
    const pace = { shortestStep: host.shortestStep(context.kind), seed: host.createSeed() };
    const program = unwrapParsed(parseSequence(words, { ...context, ...pace }));
    return () => program;
  }
  if (restore !== undefined) {
    const program = unwrapParsed(parseAlertSequence(words, context));
    return () => program;
  }
  const checked = parseFade(words, context, undefined);
  // A toggle needs the state that is read next.
  if (!checked.ok && checked.problem.needs !== 'state') throw toCommandError(checked.problem);
  return (lamps) => {
    const isLit = (lamp: Resource): boolean => getNestedMember(lamp, 'on', 'on') === true;
    const [target = context.lamp] = context.kind === 'light' ? lamps : [context.lamp];
    const shown = lamps.find(isLit) ?? target;
    return unwrapParsed(parseFade(words, { ...context, lamp: target }, shown));
  };
}
