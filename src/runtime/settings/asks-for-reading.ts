import { isReadPayload } from '../../vocabulary/parsing/read-payload';
import { getSettingValueOrThrow } from './evaluate-setting';
import type { LocatedSettingResult, SettingResult } from './evaluate-setting';

/** Command and payload of a message to a node that executes commands or reads. */
export interface CommandOrReadRequest {
  readonly command: LocatedSettingResult;
  /** `msg.payload`; missing if the command is missing. */
  readonly payload: SettingResult;
}

/** True for a message without a command: without a payload, with `"get"`, `{ get: true }` or a timestamp. */
export const asksForReading = ({ command, payload }: CommandOrReadRequest): boolean =>
  (command.path === 'payload' && payload.ok && payload.value === undefined) ||
  isReadPayload(getSettingValueOrThrow(command.result));
