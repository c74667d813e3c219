import { getNestedMember, getNumericMember } from '../resources/members';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';
import { fitToLamp, mayReachLamp, RetryTimer } from './program-run';
import type {
  ProgramRequests,
  ProgramRun,
  ProgramRunContext,
  RunningProgram,
  ProgramHome,
} from './program-run';
import { listLampPropertiesOfUpdate } from './properties-set-by-command';
import type { CompetingWrite } from './properties-set-by-command';
import type { WriteAddition } from '../bridge/watch';
import { roundTo } from '../units/arithmetic';
import { accept, refuse } from '../vocabulary/parse-result';
import type { ParseResult } from '../vocabulary/parse-result';
import { parseLightCommand } from '../vocabulary/light/command';
import { litLampMembers } from '../vocabulary/light/words/word';
import type { ParsedProgram, ProgramParsingContext } from './program';

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

/** Sends an update when its lamp is on and reachable, until the lamp has accepted it. */
export class SendWhenTurnedOnRun implements ProgramRun {
  readonly #retry: RetryTimer;
  #isRunning = false;
  #isSending = false;

  constructor(
    private readonly context: ProgramRunContext,
    private readonly requests: ProgramRequests,
  ) {
    this.#retry = new RetryTimer(context.home.clock, () => void this.#send());
  }

  start(): void {
    this.#isRunning = true;
    void this.#send();
  }

  suspend(): void {
    this.#isRunning = false;
    this.#retry.cancel();
  }

  onLampReady(): void {
    this.#retry.reset();
    void this.#send();
  }

  /** A command that turns the lamp on carries the update. Call the result with whether the lamp accepted it. */
  sendWithCommand(): (isAccepted: boolean) => void {
    this.#isSending = true;
    return (isAccepted) => {
      this.#isSending = false;
      if (isAccepted) this.#end('over');
      else if (this.#isRunning) this.#retry.schedule();
    };
  }

  isExternal(): boolean {
    return false;
  }

  mayShow(): boolean {
    return true;
  }

  async #send(): Promise<void> {
    const { home, program } = this.context;
    const { content } = program;
    const [rid = ''] = program.lamps;
    const lamp = home.getLamp(rid);
    const isLit = getNestedMember(lamp, 'on', 'on') === true;
    if (!this.#isRunning || this.#isSending || lamp === undefined) return;
    if (!isLit || !home.isReachable(lamp)) return;
    this.#isSending = true;
    const members = content.kind === 'later' ? content.members : {};
    const { result, missed } = await this.requests.sendToLamp(rid, members);
    this.#isSending = false;
    if (result === 'refused') this.#end('refused');
    else if (result === 'sent' && missed.length === 0) this.#end('over');
    else if (result === 'withdrawn') await this.#send();
    else if (this.#isRunning) this.#retry.schedule();
  }

  #end(end: 'over' | 'refused'): void {
    this.context.onEnd(this.context.program.lamps, end);
  }
}

interface WaitingLamp {
  readonly rid: string;
  readonly members: Members;
  readonly runs: readonly SendWhenTurnedOnRun[];
}

/** In the order of comparison. */
const membersOfGroups = ['dimming', 'color', 'color_temperature', 'dynamics'] as const;

/**
 * Returns the members that the lamp waits for, or for a group those that all its lamps wait for, to add to a command
 * that turns them on.
 *
 * @param running all programs, the oldest first
 * @returns undefined if the lamps must get their members one by one after they were turned on
 */
export function findMembersAwaitingPower(
  home: ProgramHome,
  running: Iterable<RunningProgram>,
  { rid, turn }: CompetingWrite,
): WriteAddition | undefined {
  const earlier = [...running].filter(
    (one) => one.turn === undefined || turn?.isBefore(one.turn) !== true,
  );
  const rids = home.findLampRids(rid);
  const lamps = rids.map((lamp) => findWaitingLamp(earlier, lamp));
  const isGroup = rids.length !== 1 || rids[0] !== rid;
  const members = isGroup ? findCommonMembers(home, lamps) : lamps[0]?.members;
  if (members === undefined || lamps.every(({ runs }) => runs.length === 0)) return undefined;
  const reports = lamps.flatMap((lamp) =>
    lamp.runs.map((run) => ({ lamp, report: run.sendWithCommand() })),
  );
  return {
    members,
    onAnswer(isAccepted) {
      for (const { lamp, report } of reports) report(isAccepted && mayReachLamp(home, lamp.rid));
    },
  };
}

function findWaitingLamp(running: readonly RunningProgram[], rid: string): WaitingLamp {
  const found = running.flatMap(({ program: { lamps, content }, run }) =>
    run instanceof SendWhenTurnedOnRun && content.kind === 'later' && lamps.includes(rid)
      ? [{ run, members: content.members }]
      : [],
  );
  const transition = toText(found[0]?.members ?? {}, ['dynamics']);
  const joined = found.filter(({ members }) => toText(members, ['dynamics']) === transition);
  return {
    rid,
    members: Object.fromEntries(joined.flatMap(({ members }) => Object.entries(members))),
    runs: joined.map(({ run }) => run),
  };
}

/** Members that match what each lamp waits for, without members that the lamp does not support. */
function findCommonMembers(home: ProgramHome, lamps: readonly WaitingLamp[]): Members | undefined {
  const candidates = new Map(lamps.map(({ members }) => [toText(members), members]));
  return [...candidates.values()].find((candidate) =>
    lamps.every(({ rid, members }) => {
      const { dynamics, ...shown } = fitToLamp(candidate, home.getLamp(rid));
      // A plug waits for nothing.
      const wanted = Object.keys(shown).length === 0 ? {} : { ...shown, dynamics };
      return hasOnlyMembersOfGroups(members) && toText(wanted) === toText(members);
    }),
  );
}

const hasOnlyMembersOfGroups = (members: Members): boolean =>
  Object.keys(members).every((name) => membersOfGroups.some((known) => known === name));

const toText = (
  members: Members,
  names: readonly (typeof membersOfGroups)[number][] = membersOfGroups,
): string => JSON.stringify(names.map((name) => members[name]));
