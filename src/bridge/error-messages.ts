import { BridgeError, errorCodesByStatus, isBridgeError, sanitizeText } from './errors';
import type { BridgeErrorFacts, BridgeErrorCode, RequestSentState } from './errors';
import { isKnownResourceType, resourceTypes } from '../resources/table';
import type { ResourceType } from '../resources/table';
import { findNearestName } from '../resources/nearest-name';
import type { OperationName } from '../resources/resource';

export interface ErrorExplanation {
  /** A clause without a full stop. */
  detail: string;
  /** What the user can do, in whole sentences. */
  hint: string;
}

export interface DisplayNameLookup {
  displayNames(rid: string): { readonly name?: string; readonly room?: string };
}

export interface RequestDescription {
  readonly operation: OperationName;
  /** Missing for a list of all resources. */
  readonly rtype?: ResourceType;
  /** Missing for a request to a collection. */
  readonly rid?: string;
  /** Asked only if there is an error. */
  readonly names?: DisplayNameLookup | undefined;
}

/** A name has at most 32 characters on a bridge; it fits with its room. */
const maxNameLength = 80;

const operationVerbs = {
  list: 'list',
  get: 'read',
  create: 'create',
  update: 'change',
  delete: 'delete',
};

/** For example `change light "Kitchen/Desk"`. */
export function describeRequestedOperation({
  operation,
  rtype,
  rid,
  names,
}: RequestDescription): string {
  const verb = operationVerbs[operation];
  if (rtype === undefined) return `${verb} all resources`;
  if (rid !== undefined) return `${verb} ${rtype} ${describeTarget(rid, names)}`;
  return operation === 'create' ? `${verb} a new ${rtype}` : `${verb} all ${rtype} resources`;
}

function describeTarget(rid: string, names: DisplayNameLookup | undefined): string {
  const { name, room } = names?.displayNames(rid) ?? {};
  if (name === undefined) return rid;
  const path = room === undefined || room === name ? name : `${room}/${name}`;
  return `"${sanitizeText(path, maxNameLength)}"`;
}

export const formatErrorExplanation = (
  purpose: string,
  { detail, hint }: ErrorExplanation,
): string => `${formatPurpose(purpose)}${detail}. ${hint}`.trimEnd();

export const formatPurpose = (purpose: string): string => `Could not ${purpose}: `;

/** Adds operation, rtype and rid to `cause`. */
export function createRequestError(
  code: BridgeErrorCode,
  request: RequestDescription,
  explanation: ErrorExplanation,
  cause: BridgeErrorFacts,
): BridgeError {
  const { operation, rtype, rid } = request;
  const purpose = describeRequestedOperation(request);
  return withPurpose(
    purpose,
    new BridgeError(code, formatErrorExplanation(purpose, explanation), {
      operation,
      ...(rtype === undefined ? {} : { rtype }),
      ...(rid === undefined ? {} : { rid }),
      ...cause,
    }),
  );
}

const purposes = new WeakMap<BridgeError, string>();

function withPurpose(purpose: string, error: BridgeError): BridgeError {
  purposes.set(error, purpose);
  return error;
}

/** The underlying error is not enumerable. */
const copyFacts = ({ cause }: BridgeError): BridgeErrorFacts => ({
  ...cause,
  ...(cause.error === undefined ? {} : { error: cause.error }),
});

/** Returns the message without the purpose; undefined for an error without a request. */
export function getReason(error: BridgeError): string | undefined {
  const purpose = purposes.get(error);
  return purpose === undefined ? undefined : error.message.slice(formatPurpose(purpose).length);
}

/**
 * Replaces the purpose in the error of a failed read: a user who sets a lamp by its name did not ask for a list.
 *
 * @param purpose a phrase such as `set "Floor lamp"`
 * @returns the error with that purpose; any other error unchanged
 */
export function restatePurpose<Thrown>(error: Thrown, purpose: string): Thrown | BridgeError {
  if (!isBridgeError(error)) return error;
  const { operation } = error.cause;
  const reason = getReason(error);
  if (reason === undefined || (operation !== 'list' && operation !== 'get')) return error;
  const message = `${formatPurpose(purpose)}${reason}`;
  return withPurpose(purpose, new BridgeError(error.code, message, copyFacts(error)));
}

/** Keeps the purpose, the words of the bridge and the facts of an error with a request. */
export function replaceExplanation(
  error: BridgeError,
  { detail, hint }: ErrorExplanation,
): BridgeError {
  const purpose = purposes.get(error);
  if (purpose === undefined) return error;
  const explanation = {
    detail,
    hint: `${hint}${quoteDescriptions(error.cause.descriptions ?? [])}`,
  };
  const message = formatErrorExplanation(purpose, explanation);
  return withPurpose(purpose, new BridgeError(error.code, message, copyFacts(error)));
}

const outcomeSentences: Readonly<Record<RequestSentState, string>> = {
  no: ' Nothing was sent.',
  maybe: ' The bridge may have done it or not: look before you repeat it.',
};

/**
 * For a change, the message says whether it may have been carried out.
 *
 * @param sent whether any attempt may have reached the bridge
 */
export function createUnansweredError(
  code: BridgeErrorCode,
  request: RequestDescription,
  { detail, hint }: ErrorExplanation,
  sent: RequestSentState,
  cause: BridgeErrorFacts = {},
): BridgeError {
  const isRead = request.operation === 'list' || request.operation === 'get';
  const outcome = isRead ? '' : outcomeSentences[sent];
  const explanation = { detail, hint: `${hint}${outcome}`.trimStart() };
  return createRequestError(code, request, explanation, { sent, ...cause });
}

export const addUnansweredAttemptToError = (error: BridgeError): BridgeError =>
  new BridgeError(
    error.code,
    `${error.message} An earlier attempt was not answered.${outcomeSentences.maybe}`,
    { ...copyFacts(error), sent: 'maybe' },
  );

const keyRefusedHint =
  'Pair with the bridge again, or check the key and the name of its header in the bridge settings.';

const explanationsByStatus: Readonly<Record<keyof typeof errorCodesByStatus, ErrorExplanation>> = {
  400: {
    detail: 'the bridge found a mistake in the command',
    hint: 'Check the values that were sent.',
  },
  401: { detail: 'the bridge does not accept the key', hint: keyRefusedHint },
  403: { detail: 'the bridge does not allow this with the present key', hint: keyRefusedHint },
  404: {
    detail: 'the bridge does not have it',
    hint: 'It was probably deleted: pick another.',
  },
  405: {
    detail: 'the bridge does not allow this operation here',
    hint: 'Choose another operation.',
  },
  406: {
    detail: 'the bridge cannot answer in the form that was asked for',
    hint: 'Check the request, and update the firmware of the bridge.',
  },
  409: {
    detail: 'it conflicts with what the bridge already holds',
    hint: 'Look for what stands in the way, such as a device that is already in another room.',
  },
  429: {
    detail: 'the bridge is getting too many requests',
    hint: 'Send less often, and look for other programs that keep the bridge busy.',
  },
  500: {
    detail: 'the bridge had an internal error',
    hint: 'Try again; if it stays, restart the bridge.',
  },
  503: { detail: 'the bridge is busy', hint: 'Try again in a while.' },
  507: {
    detail: 'the bridge has no space left',
    hint: 'Delete what is no longer needed, such as old scenes.',
  },
};

const isStatusWithCode = (status: number): status is keyof typeof errorCodesByStatus =>
  Object.hasOwn(errorCodesByStatus, status);

export function explainStatus(status: number): { code: BridgeErrorCode } & ErrorExplanation {
  return isStatusWithCode(status)
    ? { code: errorCodesByStatus[status], ...explanationsByStatus[status] }
    : { code: 'ERR_BRIDGE_UNEXPECTED_STATUS', ...explainUnknownStatus(status) };
}

function explainUnknownStatus(status: number): ErrorExplanation {
  if (status >= 400 && status < 500) {
    return {
      detail: 'the bridge does not accept it',
      hint: 'Check the values that were sent, and that the address belongs to a bridge.',
    };
  }
  return {
    detail: 'the status is not one that is known',
    hint:
      status >= 300 && status < 400
        ? 'It points to another address, which is never followed. Check address and port in the bridge settings.'
        : 'Check that the address belongs to a bridge, and update its firmware.',
  };
}

/** Explains status 404 for a collection: no resource was deleted. */
function explainMissingCollection(rtype: ResourceType | undefined): ErrorExplanation {
  if (rtype === undefined) {
    return {
      detail: 'the bridge has no list of everything',
      hint: 'Check that the address belongs to a bridge, and update its firmware.',
    };
  }
  const suggestion = isKnownResourceType(rtype) ? undefined : findNearestName(rtype, resourceTypes);
  return {
    detail: `the bridge has no resource type ${rtype}`,
    hint:
      suggestion === undefined
        ? 'Choose a type that it has, or update its firmware.'
        : `Did you mean ${suggestion}?`,
  };
}

/**
 * @param descriptions descriptions from `errors` in the response; may be empty
 * @param retryAfter in ms
 */
export function createStatusError(
  request: RequestDescription,
  status: number,
  descriptions: readonly string[],
  retryAfter?: number,
): BridgeError {
  const isMissingCollection = status === 404 && request.rid === undefined;
  const { code, ...explanation } = explainStatus(status);
  const { detail, hint } = isMissingCollection
    ? explainMissingCollection(request.rtype)
    : explanation;
  return createRequestError(
    code,
    request,
    { detail: `${detail} (status ${status})`, hint: `${hint}${quoteDescriptions(descriptions)}` },
    { status, descriptions, ...(retryAfter === undefined ? {} : { retryAfter }) },
  );
}

export function quoteDescriptions(descriptions: readonly string[]): string {
  if (descriptions.length === 0) return '';
  const sanitized = descriptions.map((description) => sanitizeText(description));
  const fullStop = sanitized.at(-1)?.endsWith('.') ? '' : '.';
  return ` The bridge says: ${sanitized.map((text) => `"${text}"`).join(', ')}${fullStop}`;
}
