import type {
  CommandWithBody,
  ParsedCommand,
  StateDependentCommand,
} from '../../../vocabulary/parsing/parsed-command';
import type { ProgramKind } from '../../../vocabulary/light/parse-light-request';
import type { ActionOutcome } from '../../message/action-outcome';
import type { ResolvedTarget } from '../../message/resolve-target-setting';

/** For which lamp or group a command is, and what it was parsed from. */
interface CommandOrigin {
  readonly target: ResolvedTarget;
  /** In plain words, or as the body of the service. */
  readonly payload: unknown;
}

/** A command that one request carries out. */
export type LampWriteCommand = CommandOrigin & (CommandWithBody | StateDependentCommand);

/** A command that goes on after its first request. */
export type LampProgramCommand = CommandOrigin & {
  readonly kind: 'program';
  readonly program: ProgramKind;
};

/** A command for a lamp or a group, by what carries it out. */
export type LampCommand = LampProgramCommand | (CommandOrigin & ParsedCommand);

/** How a command is made for one of several lamps and groups, and carried out. */
export interface LampCommandSteps {
  prepare(target: ResolvedTarget): LampCommand | Promise<LampCommand>;
  execute(command: LampCommand): Promise<ActionOutcome>;
}

/** True for a command that depends on the present state of its lamp or group, such as a toggle. */
export const dependsOnState = (
  command: LampCommand,
): command is CommandOrigin & StateDependentCommand =>
  command.kind === 'derive' && command.needs === 'state';

/** True for a command that one request carries out. */
export const isWrite = (command: LampCommand): command is LampWriteCommand =>
  command.kind === 'body' || dependsOnState(command);
