import { checkBody, hasOperation, idPattern, isCheckedBody, isResourceType } from '../../resources';
import { describeProblem, showValue } from '../../resources/describe-problem';
import { BridgeError } from '../errors/errors';
import { printable } from '../errors/printable';
import type { BodyCheck, CheckedBody, Operation, ResourceType } from '../../resources';

/** Most problems told in one error. */
const mostProblems = 5;

/**
 * Checks that a resource type has an operation.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND
 */
export function checkOperation(operation: Operation, rtype: unknown): void {
  if (!isResourceType(rtype)) {
    throw invalid(operation, String(rtype), `there is no resource type ${showValue(rtype)}.`);
  }
  if (!hasOperation(rtype, operation)) {
    throw invalid(operation, rtype, `${rtype} has no operation ${operation}.`);
  }
}

/**
 * Checks that a resource type has an operation, and that an id is one: nothing else can reach a path.
 * Service document, section 2.1.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND
 */
export function checkTarget(operation: Operation, rtype: ResourceType, rid: unknown): void {
  checkOperation(operation, rtype);
  if (typeof rid === 'string' && idPattern.test(rid)) return;
  const example = '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0';
  throw invalid(
    operation,
    rtype,
    `the id of a ${rtype} looks like ${example}, got ${showValue(rid)}.`,
  );
}

/**
 * Checks how often a type is to be looked at.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND
 */
export function checkInterval(rtype: ResourceType, interval: unknown): void {
  if (typeof interval === 'number' && interval > 0) return;
  throw invalid(
    'list',
    rtype,
    `the interval is a number of ms above 0, got ${showValue(interval)}.`,
  );
}

/**
 * Checks a body against the table and writes it as JSON. From here on nobody can change the command.
 *
 * @param body any value; one that was checked before is not checked again
 * @param largest most bytes a body may have
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND
 */
export function checkedBody(
  operation: 'create' | 'update',
  rtype: ResourceType,
  body: unknown,
  allowUnknownFields: boolean,
  largest: number,
): CheckedBody {
  const checked = isCheckedBody(body, rtype, operation)
    ? body
    : checkNow(operation, rtype, body, allowUnknownFields);
  // One UTF-16 unit is at most three bytes, so most bodies need not be measured.
  const { text } = checked;
  if (text.length * 3 <= largest || Buffer.byteLength(text) <= largest) return checked;
  throw invalid(operation, rtype, `the body has more than ${largest} bytes.`);
}

function checkNow(
  operation: 'create' | 'update',
  rtype: ResourceType,
  body: unknown,
  allowUnknownFields: boolean,
): CheckedBody {
  let check: BodyCheck;
  try {
    check = checkBody(rtype, operation, body, { allowUnknownFields });
  } catch (error) {
    const why = error instanceof Error ? `: ${printable(error.message)}` : '';
    throw invalid(operation, rtype, `the body cannot be written as JSON${why}.`);
  }
  if (check.ok) return check.body;
  const told = check.problems.slice(0, mostProblems).map(describeProblem);
  const more = check.problems.length - mostProblems;
  const all = more > 0 ? [...told, `And ${more} more.`] : told;
  throw invalid(operation, rtype, all.join(' '));
}

/** @param what one sentence or several, the first without a capital */
const invalid = (operation: Operation, rtype: string, what: string): BridgeError =>
  new BridgeError('ERR_BRIDGE_INVALID_COMMAND', `Nothing was sent: ${what}`, {
    operation,
    rtype: printable(rtype, 64),
  });
