import { isReadPayload } from '../../vocabulary/parsing/read-payload';
import { getSettingValueOrThrow } from './evaluate-setting';
import type { LocatedSettingResult, SettingResult } from './evaluate-setting';

/** What a message says to a node that either does something or reads. */
export interface CommandOrReadRequest {
  readonly command: LocatedSettingResult;
  /** `msg.payload`, which may be missing where the command is. */
  readonly payload: SettingResult;
}

/** True for a message that gives no command: without payload, with `"get"` or `{ get: true }`, or a timestamp. */
export const asksForReading = ({ command, payload }: CommandOrReadRequest): boolean =>
  (command.path === 'payload' && payload.ok && payload.value === undefined) ||
  isReadPayload(getSettingValueOrThrow(command.result));
