import { getNestedMember } from '../../../resources/values/member-access';
import type { Resource } from '../../../resources';
import {
  checkRestoreMember,
  parseProgramCommandMembers,
} from '../../../programs/parsing/check-program';
import type { ProgramCommandMembers } from '../../../programs/parsing/check-program';
import { parseFade } from '../../../programs/parsing/parse-fade';
import { parseSendWhenTurnedOn } from '../../../programs/parsing/parse-send-when-turned-on';
import { parseAlertSequence, parseSequence } from '../../../programs/parsing/parse-sequence';
import type { ProgramParsingContext } from '../../../programs/parsing/program-parsing-context';
import type { PendingProgram } from '../../../programs/pending-programs';
import type { ParsedProgram, SequenceStep } from '../../../programs/program';
import { selectSequenceLamps } from '../../../programs/select-sequence-lamps';
import type { LightResourceType, ParseResult } from '../../../vocabulary';
import type { LightColorOptions } from '../../../vocabulary/light/parse-light-command';
import type { ProgramKind } from '../../../vocabulary/light/parse-light-request';
import type { BrightnessLimits } from '../../../vocabulary/light/light-property';
import { toCommandError } from '../../settings/node-errors';
import type { ActionOutcome } from '../../message/action-outcome';
import type { ResolvedTarget } from '../../message/resolve-target-setting';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { BridgeProgramRunner } from '../../programs/bridge-program-runner';
import type { ProgramInfo } from '../../programs/program-info';
import { getBridgePrograms } from '../../programs/bridge-programs';

/** A command that starts a program. */
export interface ProgramCommand extends LightColorOptions {
  kind: ProgramKind;
  payload: unknown;
  /** Path of the payload, for problems. */
  at: string;
  /** Transition of the node in ms, where the command has none. */
  transition: number | undefined;
  /** Limits of the node for brightness, where it has any. */
  brightnessLimits: BrightnessLimits | undefined;
  target: ResolvedTarget;
  /** The program as it was announced when its message arrived. */
  pending: PendingProgram;
}

/** Status of `msg.bridge` for what is taken now and carried out later, as HTTP calls it. */
const acceptedStatus = 202;

/**
 * Starts the program that a command asks for, on those of its lamps for which nothing else was asked since its message. The
 * message is answered when it has started: what the program sends afterwards belongs to no message.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, when the command cannot be;
 *   ERR_BRIDGE_CLOSED when the bridge is closed
 */
export async function executeProgramCommand(
  bridge: OpenedBridge,
  { kind: programKind, payload, at, target, pending, ...options }: ProgramCommand,
): Promise<ActionOutcome> {
  const words = unwrapParsed(parseProgramCommandMembers(payload, at));
  const runner = await getBridgePrograms(bridge).load();
  await runner.takeTurn();
  const kind = target.rtype === 'light' ? 'light' : 'grouped_light';
  const { rid } = target;
  const lamp = target.resource;
  const context: ProgramParsingContext = { at, lamp, kind, ...options };
  const request: ProgramRequest = { rid, kind, programKind, pending };
  const { program, warnings } =
    programKind === 'later'
      ? await startLater(runner, words, context, request)
      : await startTimed(runner, words, context, request);
  return {
    payload: { rid, rtype: kind },
    meta: {
      operation: 'update',
      rtype: kind,
      rid,
      ...bridge.stateReader.stateCache.displayNames(rid),
      status: acceptedStatus,
      warnings: program === undefined ? [...warnings, overtakenWarning] : warnings,
      merged: 1,
      ...(program === undefined ? {} : { program }),
    },
    statusText: { key: program === undefined ? 'overtaken' : `program.${program.kind}` },
  };
}

/** Said of a program of which nothing is left when it could start. */
const overtakenWarning =
  'A later message has set these lamps before this could start: nothing was sent.';

function unwrapParsed<T>(result: ParseResult<T>): T {
  if (result.ok) return result.value;
  throw toCommandError(result.problem);
}

interface StartedProgram {
  /** Undefined if later messages have replaced the whole command. */
  program: ProgramInfo | undefined;
  warnings: readonly string[];
}

interface ProgramRequest {
  rid: string;
  kind: LightResourceType;
  programKind: ProgramKind;
  pending: PendingProgram;
}

/** Lets each lamp wait for itself: the lamps of a group come on one by one. */
async function startLater(
  runner: BridgeProgramRunner,
  words: ProgramCommandMembers,
  context: ProgramParsingContext,
  { rid, kind, pending }: ProgramRequest,
): Promise<StartedProgram> {
  const whole = unwrapParsed(parseSendWhenTurnedOn(words, context));
  // A bridge drops what is sent to a lamp that was last known to be on and is off.
  await runner.refreshLamps(rid);
  const known = runner.findLamps(rid);
  const lamps = known.length > 0 || kind !== 'light' ? known : [{ id: rid, type: 'light' }];
  const parts = lamps.flatMap((lamp): readonly (readonly [Resource, ParsedProgram])[] => {
    const ofLamp = { ...context, lamp, kind: 'light', findGroupLamps: undefined } as const;
    const part = parseSendWhenTurnedOn(words, ofLamp);
    return part.ok ? [[lamp, part.value]] : [];
  });
  if (parts.length === 0) throw toCommandError(noLampProblem(context.at, words));
  const programs = parts.flatMap(
    ([lamp, part]) =>
      runner.start(part, { rid: lamp.id, rtype: 'light' }, [lamp.id], pending) ?? [],
  );
  const [first] = programs;
  const program =
    first === undefined || kind === 'light'
      ? first
      : { ...first, rtype: kind, rid, ...runner.names(rid) };
  return { program, warnings: kind === 'light' ? (parts[0]?.[1].warnings ?? []) : whole.warnings };
}

const noLampProblem = (path: string, received: unknown) => ({
  path,
  expected: 'a lamp that can show this, or a room with one',
  received,
});

/** Starts a sequence, an alert or a long fade on all lamps at once. */
async function startTimed(
  runner: BridgeProgramRunner,
  words: ProgramCommandMembers,
  context: ProgramParsingContext,
  request: ProgramRequest,
): Promise<StartedProgram> {
  const { rid, kind, programKind, pending } = request;
  if (kind === 'grouped_light') await runner.readLampsOfGroups();
  const parsed = parseTimed(runner, words, context, request);
  // What is to return, or to change gradually, begins at the present state.
  if (programKind !== 'sequence' || words['restore'] === true) await runner.refreshLamps(rid);
  const known = runner.findLamps(rid);
  const { content, properties, warnings } = parsed(known);
  const restores = 'steps' in content && words['restore'] === true;
  const lamps = 'steps' in content ? selectLamps(content.steps, known, context, words) : known;
  const program = runner.start(
    { properties, warnings, content: restores ? { ...content, before: lamps } : content },
    { rid, rtype: kind },
    lamps.length === 0 ? [rid] : lamps.map(({ id }) => id),
    pending,
  );
  return { program, warnings };
}

/** Returns the ids of the lamps that take part in a sequence, as far as they are known. */
function findSequenceLamps(
  runner: BridgeProgramRunner,
  words: ProgramCommandMembers,
  context: ProgramParsingContext,
  rid: string,
): readonly string[] {
  if (context.kind === 'light') return [rid];
  const { content } = unwrapParsed(parseSequence(words, { ...context, shortestStep: 0, seed: 0 }));
  if (!('steps' in content)) return [];
  return selectLamps(content.steps, runner.findLamps(rid), context, words).map(({ id }) => id);
}

/**
 * Returns the lamps on which steps run: a lamp that the message names, and of a group the lamps that can show the steps.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if no lamp of the group can
 */
function selectLamps(
  steps: readonly SequenceStep[],
  lamps: readonly Resource[],
  { at, kind }: ProgramParsingContext,
  words: ProgramCommandMembers,
): readonly Resource[] {
  if (kind === 'light') return lamps;
  const selected = selectSequenceLamps(steps, lamps);
  if (selected.length === 0) throw toCommandError(noLampProblem(at, words));
  return selected;
}

/** Refuses what is no such command at once; what depends on the lamps comes when their state is known. */
function parseTimed(
  runner: BridgeProgramRunner,
  words: ProgramCommandMembers,
  context: ProgramParsingContext,
  { rid, kind, programKind, pending }: ProgramRequest,
): (lamps: readonly Resource[]) => ParsedProgram {
  unwrapParsed(checkRestoreMember(words, context.at));
  if (programKind === 'sequence') {
    const target = { rid, rtype: kind };
    const seed = runner.createSeed();
    const lamps = findSequenceLamps(runner, words, context, rid);
    const { shortestStep, rtype } = runner.findStepPace(target, lamps);
    const isSentLampByLamp = rtype !== kind;
    const program = unwrapParsed(
      parseSequence(words, { ...context, shortestStep, isSentLampByLamp, seed }),
    );
    // Counted before anything is waited for: others may be started meanwhile.
    pending.reserved = { target, lamps, content: program.content };
    return () => program;
  }
  if (programKind === 'alert') {
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
