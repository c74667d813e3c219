import type { BridgeError } from '../../bridge';
import { systemClock } from '../../bridge/clock';
import { checkRestoreMember, parseProgramCommandMembers } from '../../programs/parse-program';
import { createFade, parseFadeRequest } from '../../programs/fade';
import type { FadeRequest } from '../../programs/fade';
import { parseSendWhenTurnedOn } from '../../programs/send-when-turned-on';
import { parseAlertSequence, parseSequence, selectSequenceLamps } from '../../programs/sequence';
import type {
  ProgramParsingContext,
  ParsedProgram,
  ProgramTarget,
  SequenceStep,
} from '../../programs/program';
import type { PendingProgram } from '../../programs/pending-programs';
import type { Resource } from '../../resources/resource';
import { getNestedMember } from '../../resources/members';
import type { Members } from '../../resources/members';
import type { LightColorOptions } from '../../vocabulary/light/command';
import type { ProgramKind } from '../../vocabulary/light/request';
import type { BrightnessLimits } from '../../vocabulary/light/words/word';
import type { CommandWarning } from '../../vocabulary/parse-result';
import type { Bridge } from '../bridge/bridge';
import { acceptedStatus, createSkippedOutcome, toResultMeta } from '../outcome';
import type { ActionOutcome } from '../outcome';
import type { ResolvedTarget } from '../target';
import type { BridgeProgramRunner, ProgramInfo } from '../programs/program-runner';
import { getParsedOrThrow, toCommandError } from '../errors';
import { fadeStatusText } from '../resource-status';

interface ProgramCommand extends LightColorOptions {
  /** From the command's words, or the fade of the node's transition. */
  program: ProgramKind | FadeRequest;
  payload: unknown;
  /** For problems. */
  at: string;
  /** Transition of the node in ms, if the command has none. */
  transition: number | undefined;
  brightnessLimits: BrightnessLimits | undefined;
  target: ResolvedTarget;
  /** As announced on arrival of the message. */
  pending: PendingProgram;
}

/**
 * Spares lamps that a later message has set. The message is answered at the start; later requests belong to no
 * message.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent; ERR_BRIDGE_CLOSED
 */
export async function executeProgramCommand(
  bridge: Bridge,
  { program: asked, payload, at, target, pending, ...options }: ProgramCommand,
): Promise<ActionOutcome> {
  const words =
    typeof asked === 'object' ? {} : getParsedOrThrow(parseProgramCommandMembers(payload, at));
  const runner = await bridge.programs.load();
  await runner.takeTurn();
  const kind = target.rtype === 'light' ? 'light' : 'grouped_light';
  const { rid } = target;
  const context = { at, lamp: target.resource, kind, ...options } as const;
  const starter = new ProgramStarter(runner, words, context, { rid, rtype: kind }, pending);
  const { program, warnings } = await starter.start(asked);
  if (program === undefined)
    return createSkippedOutcome(bridge, { rid, rtype: kind }, 'overtaken', warnings);
  const fade = program.kind === 'fade' ? bridge.fades.find(rid) : undefined;
  const request = { operation: 'update', rtype: kind, rid } as const;
  return {
    payload: { rid, rtype: kind },
    meta: {
      ...toResultMeta(
        bridge,
        request,
        { status: acceptedStatus, warnings: [], merged: 1 },
        warnings,
      ),
      program,
    },
    statusText:
      fade === undefined
        ? { key: `program.${program.kind}` }
        : fadeStatusText(fade, systemClock.wallTime()),
  };
}

interface StartedProgram {
  /** Undefined if later messages replaced the whole command. */
  program: ProgramInfo | undefined;
  warnings: readonly CommandWarning[];
}

/** Starts the program that a message of a light node asks for. */
class ProgramStarter {
  /** @param words none for the fade of the node's transition */
  constructor(
    private readonly runner: BridgeProgramRunner,
    private readonly words: Members,
    private readonly context: ProgramParsingContext,
    private readonly target: ProgramTarget,
    private readonly pending: PendingProgram,
  ) {}

  start(asked: ProgramKind | FadeRequest): Promise<StartedProgram> {
    switch (asked) {
      case 'later':
        return this.#startLater();
      case 'sequence':
      case 'alert':
        return this.#startSequence(asked);
      case 'fade':
        return this.#startFade(getParsedOrThrow(parseFadeRequest(this.words, this.context)));
      default:
        return this.#startFade(asked);
    }
  }

  /** Starts one wait for each lamp, because the lamps of a group come on one by one. */
  async #startLater(): Promise<StartedProgram> {
    const { runner, words, context } = this;
    const { rid, rtype } = this.target;
    const whole = getParsedOrThrow(parseSendWhenTurnedOn(words, context));
    // The bridge drops a command to a lamp that is off but was last known as on.
    await runner.refreshLamps(rid);
    const known = runner.findLamps(rid);
    const lamps = known.length > 0 || rtype !== 'light' ? known : [{ id: rid, type: 'light' }];
    const parts = lamps.flatMap((lamp): readonly (readonly [Resource, ParsedProgram])[] => {
      const ofLamp = { ...context, lamp, kind: 'light', findGroupLamps: undefined } as const;
      const part = parseSendWhenTurnedOn(words, ofLamp);
      return part.ok ? [[lamp, part.value]] : [];
    });
    if (parts.length === 0) throw this.#createNoLampError();
    const first = parts
      .map(([{ id }, part]) => runner.start(part, { rid: id, rtype: 'light' }, [id], this.pending))
      .find((started) => started !== undefined);
    if (rtype === 'light') return { program: first, warnings: parts[0]?.[1].warnings ?? [] };
    const program = first && { ...first, rtype, rid, ...runner.names(rid) };
    return { program, warnings: whole.warnings };
  }

  #createNoLampError(): BridgeError {
    const expected = 'a lamp that can show this, or a room with one';
    return toCommandError({ path: this.context.at, expected, received: this.words });
  }

  async #startFade(fade: FadeRequest): Promise<StartedProgram> {
    const { runner, context } = this;
    const { lamp, kind } = context;
    if (kind === 'grouped_light') await runner.readLampsOfGroups();
    const checked = createFade(fade, lamp, undefined);
    // A toggle needs the state of the next read.
    if (!checked.ok && checked.needs !== 'state') throw toCommandError(checked.problem);
    const lamps = await this.#refreshLamps();
    const [present = lamp] = kind === 'light' ? lamps : [lamp];
    const isLit = (one: Resource): boolean => getNestedMember(one, 'on', 'on') === true;
    const parsed = getParsedOrThrow(createFade(fade, present, lamps.find(isLit) ?? present));
    return this.#startOnLamps(parsed, lamps);
  }

  async #refreshLamps(): Promise<readonly Resource[]> {
    await this.runner.refreshLamps(this.target.rid);
    return this.runner.findLamps(this.target.rid);
  }

  async #startSequence(programKind: 'sequence' | 'alert'): Promise<StartedProgram> {
    const { runner, words, context } = this;
    if (context.kind === 'grouped_light') await runner.readLampsOfGroups();
    getParsedOrThrow(checkRestoreMember(words, context.at));
    const program =
      programKind === 'sequence'
        ? this.#reserveSequence()
        : getParsedOrThrow(parseAlertSequence(words, context));
    const { content } = program;
    const isRestoring = words['restore'] === true;
    // A restore needs the present state.
    const known =
      programKind !== 'sequence' || isRestoring
        ? await this.#refreshLamps()
        : runner.findLamps(this.target.rid);
    if (!('steps' in content)) return this.#startOnLamps(program, known);
    const lamps = this.#selectLamps(content.steps, known);
    const started = isRestoring ? { ...content, before: lamps } : content;
    return this.#startOnLamps({ ...program, content: started }, lamps);
  }

  #startOnLamps(program: ParsedProgram, lamps: readonly Resource[]): StartedProgram {
    const rids = lamps.length === 0 ? [this.target.rid] : lamps.map(({ id }) => id);
    const started = this.runner.start(program, this.target, rids, this.pending);
    return { program: started, warnings: program.warnings };
  }

  #findSequenceLamps(): readonly string[] {
    const { words, context } = this;
    const { rid } = this.target;
    if (context.kind === 'light') return [rid];
    const { content } = getParsedOrThrow(
      parseSequence(words, { ...context, shortestStep: 0, seed: 0 }),
    );
    if (!('steps' in content)) return [];
    return this.#selectLamps(content.steps, this.runner.findLamps(rid)).map(({ id }) => id);
  }

  /** Returns the lamps of a group that can show the steps. */
  #selectLamps(steps: readonly SequenceStep[], lamps: readonly Resource[]): readonly Resource[] {
    if (this.context.kind === 'light') return lamps;
    const selected = selectSequenceLamps(steps, lamps);
    if (selected.length === 0) throw this.#createNoLampError();
    return selected;
  }

  /** Reserves the free rate, because other sequences may start meanwhile. */
  #reserveSequence(): ParsedProgram {
    const { runner, words, context, target } = this;
    const seed = runner.createSeed();
    const lamps = this.#findSequenceLamps();
    const { shortestStep, rtype } = runner.findStepRate(target, lamps);
    const isSentLampByLamp = rtype !== context.kind;
    const program = getParsedOrThrow(
      parseSequence(words, { ...context, shortestStep, isSentLampByLamp, seed }),
    );
    this.pending.reserved = { target, lamps, content: program.content };
    return program;
  }
}
