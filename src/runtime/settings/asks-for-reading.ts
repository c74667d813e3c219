import { isReadPayload } from '../../vocabulary/parsing/read-payload';
import type { MessageSetting } from './evaluate-setting';

/** Command and payload of a message to a node that executes commands or reads. */
export interface CommandOrReadRequest {
  readonly command: MessageSetting;
  /** `msg.payload`; a message may lack it. */
  readonly payload: MessageSetting;
}

/** True for a message without a command: without a payload, with `"get"`, `{ get: true }` or a timestamp. */
export const asksForReading = ({ command, payload }: CommandOrReadRequest): boolean =>
  (command.path === 'payload' && payload.isValid && payload.value === undefined) ||
  isReadPayload(command.value);
