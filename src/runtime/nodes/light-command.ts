import type { FadeRequest } from '../../programs/fade';
import type { Members } from '../../resources/members';
import { findLightsAffectedByWrite } from '../../resources/group-lights';
import { isPlug } from '../../resources/types/light';
import type { ProblemText } from '../../resources/problems';
import { findUnsupportedParts } from '../../vocabulary/light/abilities';
import type { SentCommand } from '../../vocabulary/light/command';
import type { ProgramKind } from '../../vocabulary/light/request';
import type {
  CommandWithBody,
  ParsedCommand,
  StateDependentCommand,
  CommandWarning,
} from '../../vocabulary/parse-result';
import type { Bridge } from '../bridge/bridge';
import type { ActionOutcome, LoggedWarning } from '../outcome';
import { joinNames, listNames } from '../errors';
import type { ResolvedTarget } from '../target';

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

/**
 * Ignores plugs.
 *
 * @param update members that were sent
 * @returns a warning for each part that some lamps do not support, with their names
 */
export function describeUnsupportedParts(
  { stateReader: { stateCache } }: Bridge,
  rid: string,
  update: Members,
): readonly LoggedWarning[] {
  const toName = (id: string): string => stateCache.name(id) ?? id;
  const parts = findUnsupportedParts(update, () =>
    findLightsAffectedByWrite(stateCache, stateCache.get(rid)).filter((lamp) => !isPlug(lamp)),
  );
  return parts.map(({ ability, lamps }) => ({
    kind: ability,
    sentence: {
      kind: 'unsupported',
      what: { kind: `${ability}Part` },
      lamps: toNamesText(lamps.map(({ id }) => toName(id))),
      group: joinNames([toName(rid)], 'and'),
      needed: { kind: `${ability}Lamp` },
    },
  }));
}

function toNamesText(names: readonly string[]): readonly string[] | ProblemText {
  const { listed, more } = listNames(names);
  return more > 0 ? { kind: 'namesAndMore', names: listed, more } : listed;
}
