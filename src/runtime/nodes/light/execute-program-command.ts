import { getNestedMember } from '../../../resources/values/member-access';
import type { Resource, Members } from '../../../resources';
import {
  checkRestoreMember,
  parseProgramCommandMembers,
} from '../../../programs/parsing/check-program';
import { createFade, parseFadeRequest } from '../../../programs/parsing/parse-fade';
import type { FadeRequest } from '../../../programs/parsing/parse-fade';
import { parseSendWhenTurnedOn } from '../../../programs/parsing/parse-send-when-turned-on';
import { parseAlertSequence, parseSequence } from '../../../programs/parsing/parse-sequence';
import type { ProgramParsingContext } from '../../../programs/parsing/program-parsing-context';
import type { PendingProgram } from '../../../programs/pending-programs';
import type { ParsedProgram, SequenceStep } from '../../../programs/program';
import { selectSequenceLamps } from '../../../programs/select-sequence-lamps';
import type { LightResourceType } from '../../../vocabulary';
import type { LightColorOptions } from '../../../vocabulary/light/parse-light-command';
import type { ProgramKind } from '../../../vocabulary/light/parse-light-request';
import type { BrightnessLimits } from '../../../vocabulary/light/light-property';
import { getParsedOrThrow, toCommandError } from '../../settings/node-errors';
import type { ActionOutcome } from '../../message/action-outcome';
import { acceptedStatus, createSkippedOutcome } from '../../message/action-outcome';
import type { ResolvedTarget } from '../../message/resolve-target-setting';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { BridgeProgramRunner } from '../../programs/bridge-program-runner';
import type { ProgramInfo } from '../../programs/program-info';
import { systemClock } from '../../../bridge/time/clock';
import { getBridgePrograms } from '../../programs/bridge-programs';
import { getLampFades } from '../../programs/lamp-fades';
import { fadeStatusText } from '../../status/fade-status-text';
import type { TranslatableStatusText } from '../../status/status-content';
import type { CommandWarning } from '../../../vocabulary/parsing/parse-result';

interface ProgramCommand extends LightColorOptions {
  /** The program of the command's words, or the fade of the node's transition. */
  program: ProgramKind | FadeRequest;
  payload: unknown;
  /** Path of the payload, for problems. */
  at: string;
  /** Transition of the node in ms, used if the command has no transition. */
  transition: number | undefined;
  brightnessLimits: BrightnessLimits | undefined;
  target: ResolvedTarget;
  /** The program as announced on arrival of the message. */
  pending: PendingProgram;
}

/**
 * Starts a program on the lamps that no later message has set. The message is answered at the start; later requests of
 * the program belong to no message.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, for a wrong command; ERR_BRIDGE_CLOSED if the
 *   bridge is closed
 */
export async function executeProgramCommand(
  bridge: OpenedBridge,
  { program: asked, payload, at, target, pending, ...options }: ProgramCommand,
): Promise<ActionOutcome> {
  const words =
    typeof asked === 'object' ? {} : getParsedOrThrow(parseProgramCommandMembers(payload, at));
  const runner = await getBridgePrograms(bridge).load();
  await runner.takeTurn();
  const kind = target.rtype === 'light' ? 'light' : 'grouped_light';
  const { rid } = target;
  const lamp = target.resource;
  const context: ProgramParsingContext = { at, lamp, kind, ...options };
  const request: ProgramRequest = { rid, kind, pending };
  const { program, warnings } = await startProgram(asked, runner, words, context, request);
  if (program === undefined)
    return createSkippedOutcome(bridge, { rid, rtype: kind }, 'overtaken', warnings);
  return {
    payload: { rid, rtype: kind },
    meta: {
      operation: 'update',
      rtype: kind,
      rid,
      ...bridge.stateReader.stateCache.displayNames(rid),
      status: acceptedStatus,
      warnings,
      merged: 1,
      program,
    },
    statusText: describeProgram(bridge, rid, program),
  };
}

function describeProgram(
  bridge: OpenedBridge,
  rid: string,
  { kind }: ProgramInfo,
): TranslatableStatusText {
  const fade = kind === 'fade' ? getLampFades(bridge).find(rid) : undefined;
  return fade === undefined
    ? { key: `program.${kind}` }
    : fadeStatusText(fade, systemClock.wallTime());
}

interface StartedProgram {
  /** Undefined if later messages have replaced the whole command. */
  program: ProgramInfo | undefined;
  warnings: readonly CommandWarning[];
}

interface ProgramRequest {
  rid: string;
  kind: LightResourceType;
  pending: PendingProgram;
}

function startProgram(
  asked: ProgramKind | FadeRequest,
  runner: BridgeProgramRunner,
  words: Members,
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
      return startFade(
        runner,
        getParsedOrThrow(parseFadeRequest(words, context)),
        context,
        request,
      );
    default:
      return startFade(runner, asked, context, request);
  }
}

/** Starts one wait for each lamp, because the lamps of a group come on one by one. */
async function startLater(
  runner: BridgeProgramRunner,
  words: Members,
  context: ProgramParsingContext,
  { rid, kind, pending }: ProgramRequest,
): Promise<StartedProgram> {
  const whole = getParsedOrThrow(parseSendWhenTurnedOn(words, context));
  // The bridge drops a command to a lamp that it last knew as on, if the lamp is off now.
  await runner.refreshLamps(rid);
  const known = runner.findLamps(rid);
  const lamps = known.length > 0 || kind !== 'light' ? known : [{ id: rid, type: 'light' }];
  const parts = lamps.flatMap((lamp): readonly (readonly [Resource, ParsedProgram])[] => {
    const ofLamp = { ...context, lamp, kind: 'light', findGroupLamps: undefined } as const;
    const part = parseSendWhenTurnedOn(words, ofLamp);
    return part.ok ? [[lamp, part.value]] : [];
  });
  if (parts.length === 0) throw toCommandError(noLampProblem(context.at, words));
  const first = parts
    .map(([lamp, part]) => runner.start(part, { rid: lamp.id, rtype: 'light' }, [lamp.id], pending))
    .find((started) => started !== undefined);
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

async function startFade(
  runner: BridgeProgramRunner,
  fade: FadeRequest,
  { lamp }: ProgramParsingContext,
  { rid, kind, pending }: ProgramRequest,
): Promise<StartedProgram> {
  if (kind === 'grouped_light') await runner.readLampsOfGroups();
  const checked = createFade(fade, lamp, undefined);
  // A toggle needs the state of the next read.
  if (!checked.ok && checked.needs !== 'state') throw toCommandError(checked.problem);
  await runner.refreshLamps(rid);
  const lamps = runner.findLamps(rid);
  const [present = lamp] = kind === 'light' ? lamps : [lamp];
  const isLit = (one: Resource): boolean => getNestedMember(one, 'on', 'on') === true;
  const parsed = getParsedOrThrow(createFade(fade, present, lamps.find(isLit) ?? present));
  return {
    program: startOnLamps(runner, parsed, lamps, { rid, kind, pending }),
    warnings: parsed.warnings,
  };
}

async function startSequence(
  programKind: 'sequence' | 'alert',
  runner: BridgeProgramRunner,
  words: Members,
  context: ProgramParsingContext,
  request: ProgramRequest,
): Promise<StartedProgram> {
  const { rid, kind } = request;
  if (kind === 'grouped_light') await runner.readLampsOfGroups();
  getParsedOrThrow(checkRestoreMember(words, context.at));
  const { content, properties, warnings } =
    programKind === 'sequence'
      ? reserveSequence(runner, words, context, request)
      : getParsedOrThrow(parseAlertSequence(words, context));
  // A restore needs the present state.
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

function findSequenceLamps(
  runner: BridgeProgramRunner,
  words: Members,
  context: ProgramParsingContext,
  rid: string,
): readonly string[] {
  if (context.kind === 'light') return [rid];
  const { content } = getParsedOrThrow(
    parseSequence(words, { ...context, shortestStep: 0, seed: 0 }),
  );
  if (!('steps' in content)) return [];
  return selectLamps(content.steps, runner.findLamps(rid), context, words).map(({ id }) => id);
}

/**
 * Returns the lamps for the steps: the lamp that the message names, or the lamps of the group that can show the steps.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if no lamp of the group can show the steps
 */
function selectLamps(
  steps: readonly SequenceStep[],
  lamps: readonly Resource[],
  { at, kind }: ProgramParsingContext,
  words: Members,
): readonly Resource[] {
  if (kind === 'light') return lamps;
  const selected = selectSequenceLamps(steps, lamps);
  if (selected.length === 0) throw toCommandError(noLampProblem(at, words));
  return selected;
}

/** Parses a sequence for the free rate and reserves this rate, because other sequences may start meanwhile. */
function reserveSequence(
  runner: BridgeProgramRunner,
  words: Members,
  context: ProgramParsingContext,
  { rid, kind, pending }: ProgramRequest,
): ParsedProgram {
  const target = { rid, rtype: kind };
  const seed = runner.createSeed();
  const lamps = findSequenceLamps(runner, words, context, rid);
  const { shortestStep, rtype } = runner.findStepRate(target, lamps);
  const isSentLampByLamp = rtype !== kind;
  const program = getParsedOrThrow(
    parseSequence(words, { ...context, shortestStep, isSentLampByLamp, seed }),
  );
  pending.reserved = { target, lamps, content: program.content };
  return program;
}
