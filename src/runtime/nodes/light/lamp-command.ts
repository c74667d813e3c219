import type {
  CommandWithBody,
  ParsedCommand,
  StateDependentCommand,
  CommandWarning,
} from '../../../vocabulary/parse-result';
import type { FadeRequest } from '../../../programs/parsing/parse-fade';
import type { SentCommand } from '../../../vocabulary/light/command';
import type { ProgramKind } from '../../../vocabulary/light/request';
import type { ActionOutcome } from '../../message/action-outcome';
import type { ResolvedTarget } from '../../message/resolve-target-setting';

interface CommandInput {
  readonly target: ResolvedTarget;
  /** In plain words, or a body. */
  readonly payload: unknown;
  /** In another format: what the message has. */
  readonly sent?: SentCommand | undefined;
}

export type LampWriteCommand = CommandInput & (CommandWithBody | StateDependentCommand);

export type LampProgramCommand = CommandInput & {
  readonly kind: 'program';
  /** From the command's words, or the fade of the node's transition. */
  readonly program: ProgramKind | FadeRequest;
};

/** Payload of another format that asks for the state, or whose command the lamp does not support. */
type LampReadRequest = CommandInput & { readonly kind: 'read' };

export type LampCommand = (
  | LampReadRequest
  | LampProgramCommand
  | (CommandInput & ParsedCommand)
) & {
  /** Members of another format that the command does not apply. */
  readonly formatWarnings?: readonly CommandWarning[];
};

export interface LampCommandSteps {
  prepare(target: ResolvedTarget): LampCommand | Promise<LampCommand>;
  execute(command: LampCommand): Promise<ActionOutcome>;
}

export const isWrite = (command: LampCommand): command is LampWriteCommand =>
  command.kind === 'body' || command.kind === 'derive';
