import { BridgeError, isBridgeError, sanitizeText } from '../../bridge/errors';
import type { ResourceErrorOutcome } from '../../bridge/errors';
import type { StateCache } from '../../bridge';
import type { ResourceType } from '../../resources';
import { formatPurpose, getReason } from '../../bridge/error-messages';
import { joinNames } from './join-names';
import { toNodeError } from '../settings/node-errors';
import type { ActionOutcome, ResultMeta } from './action-outcome';
import { addBridgeToOutcome } from './named-bridge';
import type { BridgeWithOptionalName } from './named-bridge';
import type { CommandWarning } from '../../vocabulary/parse-result';

interface PartResource {
  readonly rid: string;
  readonly rtype: ResourceType;
  readonly bridge: {
    readonly stateReader: { readonly stateCache: Pick<StateCache, 'displayNames'> };
  };
  readonly bridgeName?: string | undefined;
}

/**
 * Executes in parallel, each on its bridge.
 *
 * @returns the joined outcome with its parts for several targets
 * @throws {BridgeError} the error of the only target; for several as `joinSettled`
 */
export async function executeForAllTargets<Target extends BridgeWithOptionalName>(
  targets: readonly Target[],
  describe: (target: Target) => Pick<PartResource, 'rid' | 'rtype'>,
  execute: (target: Target) => Promise<ActionOutcome>,
): Promise<ActionOutcome> {
  const executeOne = async (target: Target): Promise<ActionOutcome> =>
    addBridgeToOutcome(await execute(target), target);
  const [only, other] = targets;
  if (only !== undefined && other === undefined) return executeOne(only);
  const settled = await Promise.allSettled(targets.map(executeOne));
  return joinSettled(
    targets.map((target) => ({
      bridge: target.bridge,
      bridgeName: target.bridgeName,
      ...describe(target),
    })),
    settled,
  );
}

/**
 * @throws {BridgeError} the error of the parts if all failed; ERR_BRIDGE_PARTLY_DONE if some failed. The cause lists
 * the result of each part
 */
export function joinSettled(
  resources: readonly PartResource[],
  settled: readonly PromiseSettledResult<ActionOutcome>[],
): ActionOutcome {
  const parts = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [first] = parts;
  if (first === undefined || parts.length < settled.length)
    throw createPartsError(resources, settled);
  return joinOutcomes(first, parts);
}

export function joinOutcomes(first: ActionOutcome, parts: readonly ActionOutcome[]): ActionOutcome {
  const results = parts.map(({ meta }) => meta);
  const meta: ResultMeta = {
    operation: first.meta.operation,
    rtype: first.meta.rtype,
    status: Math.max(...results.map(({ status }) => status)),
    warnings: results.flatMap((result) =>
      result.warnings.map((warning) => labelWarning(warning, formatLabel(result))),
    ),
    merged: Math.max(...results.map(({ merged }) => merged)),
    ...(first.meta.skipped !== undefined && results.every(isSkipped)
      ? { skipped: first.meta.skipped }
      : {}),
    results,
  };
  const payload = parts.map((part) => part.payload);
  const { statusText } = parts.find((part) => !isSkipped(part.meta)) ?? first;
  const warningsToLog = parts.flatMap((part) => part.warningsToLog ?? []);
  return { payload, meta, statusText, parts, warningsToLog };
}

function labelWarning(sentence: CommandWarning, label: string): CommandWarning {
  if (label === '') return sentence;
  const isAboutGroup = typeof sentence !== 'string' && sentence.kind === 'unsupported';
  return isAboutGroup ? { ...sentence, group: label } : { kind: 'labelled', label, sentence };
}

const isSkipped = ({ skipped }: ResultMeta): boolean => skipped !== undefined;

/** Returns `Bridge:Room/Name`, as far as known; the bridge only if the message named it. */
function formatLabel({ bridgeName, room, name, rid = '' }: Partial<ResultMeta>): string {
  const label =
    name === undefined ? rid : room === undefined || room === name ? name : `${room}/${name}`;
  const parts = [bridgeName, label].filter((part) => part !== undefined && part !== '');
  return sanitizeText(parts.join(':'));
}

function createPartsError(
  resources: readonly PartResource[],
  settled: readonly PromiseSettledResult<ActionOutcome>[],
): BridgeError {
  const parts = resources.map(({ bridge, bridgeName, rid, rtype }, index): ResourceErrorOutcome => {
    const names = bridge.stateReader.stateCache.displayNames(rid);
    const part = { rid, rtype, ...names, ...(bridgeName === undefined ? {} : { bridgeName }) };
    const one = settled[index];
    if (one?.status !== 'rejected') return part;
    const { code, message, cause } = toNodeError(one.reason);
    return { ...part, code, message, ...(cause.sent === undefined ? {} : { sent: cause.sent }) };
  });
  const failed = parts.filter(({ code }) => code !== undefined);
  const [{ code = 'ERR_BRIDGE_UNEXPECTED_ERROR', message = '' } = {}] = failed;
  const isSameForAll = failed.every((part) => part.message === message);
  const errors = settled.flatMap((one): unknown[] =>
    one.status === 'rejected' ? [one.reason] : [],
  );
  const [error] = errors;
  const facts = isBridgeError(error) && isSameForAll ? error.cause : {};
  const reason = isSameForAll ? undefined : getCommonReason(errors);
  const sentences = isSameForAll ? message : failed.map(formatFailure).join(' ');
  const notDone = failed.map(formatLabel);
  if (failed.length === parts.length) {
    const common = `${formatPurpose(`set ${joinNames(notDone, 'and')}`)}${reason}`;
    return new BridgeError(code, reason === undefined ? sentences : common, { ...facts, parts });
  }
  const done = parts.filter((part) => part.code === undefined).map(formatLabel);
  return new BridgeError(
    'ERR_BRIDGE_PARTLY_DONE',
    `${notDone.length} of ${parts.length} could not be set: ${notDone.join(', ')}. Set: ${done.join(', ')}. ${reason === undefined ? sentences : `Because ${reason}`}`,
    { ...facts, parts },
  );
}

/** Returns undefined if the errors differ in more than their resource. */
function getCommonReason(errors: readonly unknown[]): string | undefined {
  const reasons = errors.map((error) => (isBridgeError(error) ? getReason(error) : undefined));
  return new Set(reasons).size === 1 ? reasons[0] : undefined;
}

/** Adds the name if the sentence lacks it. */
function formatFailure(part: ResourceErrorOutcome): string {
  const { message = '' } = part;
  const label = formatLabel(part);
  return message.includes(label) ? message : `${label}: ${message}`;
}
