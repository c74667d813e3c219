import type {
  CommandWithBody,
  ParsedCommand,
  StateDependentCommand,
} from '../../../vocabulary/parsing/parsed-command';
import type { FadeRequest } from '../../../programs/parsing/parse-fade';
import type { ProgramKind } from '../../../vocabulary/light/parse-light-request';
import type { ActionOutcome } from '../../message/action-outcome';
import type { ResolvedTarget } from '../../message/resolve-target-setting';

/** The lamp or group of a command, and the payload that the command was parsed from. */
interface CommandOrigin {
  readonly target: ResolvedTarget;
  /** In plain words, or as the body of the service. */
  readonly payload: unknown;
}

/** A command that one request carries out. */
export type LampWriteCommand = CommandOrigin & (CommandWithBody | StateDependentCommand);

/** A command that starts a program. */
export type LampProgramCommand = CommandOrigin & {
  readonly kind: 'program';
  /** The program that its words start, or the fade for the transition of its node. */
  readonly program: ProgramKind | FadeRequest;
};

/** A payload of another format that asks for the state of the lamp, or for nothing that the lamp can do. */
type LampReadRequest = CommandOrigin & { readonly kind: 'read' };

/** A command for a lamp or group, by how it is carried out. */
export type LampCommand = LampReadRequest | LampProgramCommand | (CommandOrigin & ParsedCommand);

/** Creates the command for one of several lamps and groups, and carries it out. */
export interface LampCommandSteps {
  prepare(target: ResolvedTarget): LampCommand | Promise<LampCommand>;
  execute(command: LampCommand): Promise<ActionOutcome>;
}

/** Returns true for a command that depends on the present state of its lamp or group, for example a toggle. */
export const dependsOnState = (
  command: LampCommand,
): command is CommandOrigin & StateDependentCommand =>
  command.kind === 'derive' && command.needs === 'state';

/** Returns true for a command that one request carries out. */
export const isWrite = (command: LampCommand): command is LampWriteCommand =>
  command.kind === 'body' || dependsOnState(command);
