import { describeDuration } from '../../units/duration';
import { createUnansweredError } from '../errors/error-messages';
import type { BridgeError } from '../errors/bridge-error';
import type { RequestDescription } from '../errors/error-messages';
import type { QueuedCommand } from './queued-command';

const refuse = (request: RequestDescription, detail: string, hint: string): BridgeError =>
  createUnansweredError('ERR_BRIDGE_QUEUE_FULL', request, { detail, hint }, 'no');

export const createQueueFullError = (request: RequestDescription, count: number): BridgeError =>
  refuse(
    request,
    `${count} commands already wait for the bridge`,
    'Send less often, or send on only when the one before was answered.',
  );

export const createQueuedBodiesTooLongError = (
  request: RequestDescription,
  maxLength: number,
): BridgeError =>
  refuse(
    request,
    `with its body, what waits for the bridge would be longer than ${maxLength} characters`,
    'Send less at a time, or send on only when the one before was answered.',
  );

export type QueueWaitReason = 'busy' | 'away' | 'target' | 'rate';

const waitReasonClauses: Readonly<Record<QueueWaitReason, string>> = {
  busy: ' because the bridge answered that it is busy',
  away: ' because the bridge could not be reached',
  target: ' because the bridge did not answer an earlier command to the same resource in time',
  rate: '',
};

export const createCommandExpiredError = (
  { request, sent }: Pick<QueuedCommand, 'request' | 'sent'>,
  maxQueueTime: number,
  waitReason: QueueWaitReason,
): BridgeError =>
  createUnansweredError(
    'ERR_BRIDGE_EXPIRED',
    request,
    {
      detail: `it waited longer than ${describeDuration(maxQueueTime)}${waitReasonClauses[waitReason]}`,
      hint: 'It will not be sent any more. Send it again if it is still wanted.',
    },
    sent,
  );
