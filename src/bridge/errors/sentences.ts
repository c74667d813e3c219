import { BridgeError, codesByStatus } from './errors';
import { printable } from './printable';
import type { BridgeErrorCause, BridgeErrorCode } from './errors';
import type { Operation, ResourceType } from '../../resources';

/** What went wrong, in two half sentences for people. */
export interface Explanation {
  /** What happened, to follow a colon; no full stop. */
  what: string;
  /** What a person can do about it, as whole sentences. */
  todo: string;
}

/** What a request is for. */
export interface RequestPurpose {
  readonly operation: Operation;
  /** Missing for a read of everything the bridge holds. */
  readonly rtype?: ResourceType;
  /** Missing where the request is for a collection. */
  readonly rid?: string;
}

const verbs = { list: 'list', get: 'read', create: 'create', update: 'change', delete: 'delete' };

/** Says what a request was for, such as "change light 3f…". */
export function purposeOf({ operation, rtype, rid }: RequestPurpose): string {
  const verb = verbs[operation];
  if (rtype === undefined) return `${verb} all resources`;
  if (rid !== undefined) return `${verb} ${rtype} ${rid}`;
  return operation === 'create' ? `${verb} a new ${rtype}` : `${verb} all ${rtype} resources`;
}

/** What was wanted, what happened, and what to do about it, for people. */
export const sentence = (purpose: string, { what, todo }: Explanation): string =>
  `Could not ${purpose}: ${what}. ${todo}`.trimEnd();

/**
 * Makes the error of a request.
 *
 * @param code stable code
 * @param request what was asked
 * @param explanation what happened, and what to do about it
 * @param facts further facts for `cause`
 */
export function requestError(
  code: BridgeErrorCode,
  request: RequestPurpose,
  explanation: Explanation,
  facts: BridgeErrorCause = {},
): BridgeError {
  const { operation, rtype, rid } = request;
  return new BridgeError(code, sentence(purposeOf(request), explanation), {
    operation,
    ...(rtype === undefined ? {} : { rtype }),
    ...(rid === undefined ? {} : { rid }),
    ...facts,
  });
}

const refusedKey =
  'Pair with the bridge again, or check the key and the name of its header in the bridge settings.';

const explanations: Readonly<Record<keyof typeof codesByStatus, Explanation>> = {
  400: {
    what: 'the bridge found a mistake in the command',
    todo: 'Check the values that were sent.',
  },
  401: { what: 'the bridge does not accept the key', todo: refusedKey },
  403: { what: 'the bridge does not allow this with the present key', todo: refusedKey },
  404: {
    what: 'the bridge does not have it',
    todo: 'It may have been deleted, or the firmware may not know it: pick it again.',
  },
  405: {
    what: 'the bridge does not allow this operation here',
    todo: 'Choose another operation.',
  },
  406: {
    what: 'the bridge cannot answer in the form that was asked for',
    todo: 'Check the request, and update the firmware of the bridge.',
  },
  409: {
    what: 'it conflicts with what the bridge already holds',
    todo: 'Look for what stands in the way, such as a device that is already in another room.',
  },
  429: {
    what: 'the bridge is getting too many requests',
    todo: 'Send less often, and look for other programs that keep the bridge busy.',
  },
  500: {
    what: 'the bridge had an internal error',
    todo: 'Try again; if it stays, restart the bridge.',
  },
  503: { what: 'the bridge is busy', todo: 'Try again in a while.' },
  507: {
    what: 'the bridge has no space left',
    todo: 'Delete what is no longer needed, such as old scenes.',
  },
};

const isKnownStatus = (status: number): status is keyof typeof codesByStatus =>
  Object.hasOwn(codesByStatus, status);

/** Says what a status stands for, and the code that goes with it. */
export function meaningOf(status: number): { code: BridgeErrorCode } & Explanation {
  if (isKnownStatus(status)) return { code: codesByStatus[status], ...explanations[status] };
  const todo =
    status >= 300 && status < 400
      ? 'It points to another address, which is never followed. Check address and port in the bridge settings.'
      : 'Check that the address belongs to a bridge, and update its firmware.';
  return {
    code: 'ERR_BRIDGE_UNEXPECTED_STATUS',
    what: 'the status is not one that is known',
    todo,
  };
}

/**
 * Makes the error for an answer whose status says no.
 *
 * @param request what was asked
 * @param status HTTP status, not one of success
 * @param descriptions the bridge's own words, where it had some
 * @param retryAfter wait the bridge asks for, in ms
 */
export function statusError(
  request: RequestPurpose,
  status: number,
  descriptions: readonly string[],
  retryAfter?: number,
): BridgeError {
  const { code, what, todo } = meaningOf(status);
  return requestError(
    code,
    request,
    { what: `${what} (status ${status})`, todo: `${todo}${quote(descriptions)}` },
    { status, descriptions, ...(retryAfter === undefined ? {} : { retryAfter }) },
  );
}

/** The bridge's words as a further sentence, which may end with a full stop of theirs; nothing where there are none. */
export function quote(descriptions: readonly string[]): string {
  if (descriptions.length === 0) return '';
  const words = descriptions.map((description) => printable(description));
  const fullStop = words.at(-1)?.endsWith('.') ? '' : '.';
  return ` The bridge says: ${words.map((one) => `"${one}"`).join(', ')}${fullStop}`;
}
