import { requestError } from '../errors/sentences';
import type { BridgeError } from '../errors/errors';
import type { RequestPurpose } from '../errors/sentences';
import type { HoldReason } from './hold';

/** Error for a command that finds no place to wait. */
export const queueFull = (request: RequestPurpose, waiting: number): BridgeError =>
  requestError('ERR_BRIDGE_QUEUE_FULL', request, {
    what: `${waiting} commands already wait for the bridge`,
    todo: 'Nothing was sent. Send less often, or send on only when the one before was answered.',
  });

/** Error for a command whose body finds no place to wait. */
export const bodiesFull = (request: RequestPurpose, longest: number): BridgeError =>
  requestError('ERR_BRIDGE_QUEUE_FULL', request, {
    what: `with its body, what waits for the bridge would be longer than ${longest} characters`,
    todo: 'Nothing was sent. Send less at a time, or send on only when the one before was answered.',
  });

const because: Readonly<Record<HoldReason, string>> = {
  busy: ' because the bridge kept asking for patience',
  away: ' because the bridge was away',
};

/** Error for a command that waited too long. */
export const expired = (
  request: RequestPurpose,
  age: number,
  reason: HoldReason | undefined,
): BridgeError =>
  requestError('ERR_BRIDGE_EXPIRED', request, {
    what: `it waited longer than ${age} ms${reason === undefined ? '' : because[reason]}`,
    todo: 'It will not be sent any more. Send it again if it is still wanted.',
  });
