import { getNestedMember } from '../../../resources/values/member-access';
import type { Resource } from '../../../resources';
import {
  checkRestoreMember,
  parseProgramCommandMembers,
} from '../../../programs/parsing/check-program';
import type { ProgramCommandMembers } from '../../../programs/parsing/check-program';
import { createFade, parseFadeRequest } from '../../../programs/parsing/parse-fade';
import type { FadeRequest } from '../../../programs/parsing/parse-fade';
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
  /** The program that its words start, or the fade for the transition of its node. */
  program: ProgramKind | FadeRequest;
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
  { program: asked, payload, at, target, pending, ...options }: ProgramCommand,
): Promise<ActionOutcome> {
  const words =
    typeof asked === 'object' ? {} : unwrapParsed(parseProgramCommandMembers(payload, at));
  const runner = await getBridgePrograms(bridge).load();
  await runner.takeTurn();
  const kind = target.rtype === 'light' ? 'light' : 'grouped_light';
  const { rid } = target;
  const lamp = target.resource;
  const context: ProgramParsingContext = { at, lamp, kind, ...options };
  const request: ProgramRequest = { rid, kind, pending };
  const { program, warnings } = await startProgram(asked, runner, words, context, request);
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
  pending: PendingProgram;
}

function startProgram(
  asked: ProgramKind | FadeRequest,
  runner: BridgeProgramRunner,
  words: ProgramCommandMembers,
  context: ProgramParsingContext,
  request: ProgramRequest,
): Promise<StartedProgram> {
  switch (asked) {
    case 'later':
      return startLater(runner, words, context, request);
    case 'sequence':
    case 'alert':
      return startSequence(asked, runner, words, context, request);
    case 'fade':
      return startFade(runner, unwrapParsed(parseFadeRequest(words, context)), context, request);
    default:
      return startFade(runner, asked, context, request);
  }
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

/** Starts a long fade on all lamps at once. */
async function startFade(
  runner: BridgeProgramRunner,
  fade: FadeRequest,
  { lamp }: ProgramParsingContext,
  { rid, kind, pending }: ProgramRequest,
): Promise<StartedProgram> {
  if (kind === 'grouped_light') await runner.readLampsOfGroups();
  const checked = createFade(fade, lamp, undefined);
  // A toggle needs the state that is read next.
  if (!checked.ok && checked.problem.needs !== 'state') throw toCommandError(checked.problem);
  await runner.refreshLamps(rid);
  const lamps = runner.findLamps(rid);
  const [present = lamp] = kind === 'light' ? lamps : [lamp];
  const isLit = (one: Resource): boolean => getNestedMember(one, 'on', 'on') === true;
  const parsed = unwrapParsed(createFade(fade, present, lamps.find(isLit) ?? present));
  return {
    program: startOnLamps(runner, parsed, lamps, { rid, kind, pending }),
    warnings: parsed.warnings,
  };
}

/** Starts a sequence or an alert on all lamps at once. */
async function startSequence(
  programKind: 'sequence' | 'alert',
  runner: BridgeProgramRunner,
  words: ProgramCommandMembers,
  context: ProgramParsingContext,
  request: ProgramRequest,
): Promise<StartedProgram> {
  const { rid, kind } = request;
  if (kind === 'grouped_light') await runner.readLampsOfGroups();
  unwrapParsed(checkRestoreMember(words, context.at));
  const { content, properties, warnings } =
    programKind === 'sequence'
      ? reserveSequence(runner, words, context, request)
      : unwrapParsed(parseAlertSequence(words, context));
  // What is to return begins at the present state.
  if (programKind !== 'sequence' || words['restore'] === true) await runner.refreshLamps(rid);
  const known = runner.findLamps(rid);
  const restores = 'steps' in content && words['restore'] === true;
  const lamps = 'steps' in content ? selectLamps(content.steps, known, context, words) : known;
  const started = {
    properties,
    warnings,
    content: restores ? { ...content, before: lamps } : content,
  };
  return { program: startOnLamps(runner, started, lamps, request), warnings };
}

const startOnLamps = (
  runner: BridgeProgramRunner,
  program: ParsedProgram,
  lamps: readonly Resource[],
  { rid, kind, pending }: ProgramRequest,
): ProgramInfo | undefined =>
  runner.start(
    program,
    { rid, rtype: kind },
    lamps.length === 0 ? [rid] : lamps.map(({ id }) => id),
    pending,
  );

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

/** Parses a sequence for the pace that is left, and takes that pace: others may be started while this one waits. */
function reserveSequence(
  runner: BridgeProgramRunner,
  words: ProgramCommandMembers,
  context: ProgramParsingContext,
  { rid, kind, pending }: ProgramRequest,
): ParsedProgram {
  const target = { rid, rtype: kind };
  const seed = runner.createSeed();
  const lamps = findSequenceLamps(runner, words, context, rid);
  const { shortestStep, rtype } = runner.findStepPace(target, lamps);
  const isSentLampByLamp = rtype !== kind;
  const program = unwrapParsed(
    parseSequence(words, { ...context, shortestStep, isSentLampByLamp, seed }),
  );
  pending.reserved = { target, lamps, content: program.content };
  return program;
}
