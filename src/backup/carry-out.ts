import type { BridgeClient, WriteOptions } from '../bridge';
import { isBridgeError } from '../bridge/errors';
import type { BridgeError } from '../bridge/errors';
import { getRidsOfReferences, getTextMember } from '../resources/members';
import type { Resource } from '../resources/resource';
import { sensorTypes } from '../resources/table';
import type { Backup } from './backup';
import { matchServices } from './match';
import { applyToHome, createRestoreState, iterateRestoreSteps, planRestore } from './plan';
import type { PlanItem, RestoreOptions, RestoreRequest, RestoreState, RestoreStep } from './plan';
import { readHome } from './read-home';
import { createText } from './texts';
import type { BackupText } from './texts';

type RestoreClient = Pick<BridgeClient, 'listAll' | 'list' | 'get' | 'send'>;

export interface CarryOutOptions extends RestoreOptions {
  /** Ends the run after the request in flight; what was done stays. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: RestoreProgress) => void) | undefined;
  /** What asked for the restore, for the cause of the changes that follow. */
  readonly origin?: WriteOptions['origin'];
}

interface RestoreProgress {
  /** Items that are settled, also those that had nothing to do. */
  readonly done: number;
  readonly total: number;
  readonly result: RestoreResult;
}

export interface RestoreResult extends PlanItem {
  /** `partly`: the bridge took it, and said what it did not do. */
  readonly outcome: 'done' | 'partly' | 'same' | 'cannot' | 'failed' | 'not-tried';
  /** What the bridge answered; empty if there is nothing to say. */
  readonly problem: string;
}

export interface RestoreReport {
  readonly results: readonly RestoreResult[];
  /** Why the run ended early; missing after a whole run. */
  readonly stopped?: BackupText;
  /** For each id in the file the id on the bridge: what `takeOverFlows` needs. */
  readonly ids: ReadonlyMap<string, string>;
}

/**
 * Brings a backup back: reads the bridge, plans, and carries each item out at low priority, one request at a time. A
 * further run does what an earlier one left: what is there already is not written again.
 *
 * @throws {BridgeError} if the bridge cannot be read at the start; later errors are in the report
 */
export async function carryOutRestore(
  client: RestoreClient,
  backup: Backup,
  options: CarryOutOptions = {},
): Promise<RestoreReport> {
  const { signal, onProgress, origin } = options;
  const writing = { isBackground: true, origin, ...toRequestOptions(signal) };
  const resources = await readHome(client, toRequestOptions(signal));
  const planned = planRestore(backup, resources, options).items;
  const state = createRestoreState(backup, resources, options);
  const results: RestoreResult[] = [];
  for (const step of iterateRestoreSteps(state)) {
    const outcome = await carryOutStep(client, state, step, writing);
    const result = { ...step.item, ...outcome.result };
    results.push(result);
    onProgress?.({ done: results.length, total: Math.max(planned.length, results.length), result });
    if (outcome.stopped === undefined) continue;
    const stopped = outcome.stopped;
    return {
      results: [...results, ...listUntried(planned, results)],
      stopped,
      ids: state.match.ids,
    };
  }
  return { results, ids: state.match.ids };
}

const toRequestOptions = (signal: AbortSignal | undefined): { signal?: AbortSignal } =>
  signal === undefined ? {} : { signal };

/** Items are in the order of the plan. */
function listUntried(
  planned: readonly PlanItem[],
  results: readonly RestoreResult[],
): readonly RestoreResult[] {
  const settled = new Set(results.map(({ type, id }) => `${type} ${id}`));
  return planned
    .filter(({ type, id }) => !settled.has(`${type} ${id}`))
    .map((item) => ({ ...item, outcome: 'not-tried', problem: '' }));
}

interface StepOutcome {
  readonly result: Pick<RestoreResult, 'outcome' | 'problem'>;
  readonly stopped?: BackupText;
}

async function carryOutStep(
  client: RestoreClient,
  state: RestoreState,
  { item, requests }: RestoreStep,
  writing: WriteOptions,
): Promise<StepOutcome> {
  const { action } = item;
  if (action === 'same' || action === 'cannot') return { result: { outcome: action, problem: '' } };
  if (writing.signal?.aborted === true) return notTried(createText('cancelled'));
  try {
    const hints: string[] = [];
    for (const request of requests)
      hints.push(...(await carryOutRequest(client, state, item, request, writing)));
    const outcome = hints.length === 0 ? 'done' : 'partly';
    return { result: { outcome, problem: hints.join(' ') } };
  } catch (error) {
    if (!isBridgeError(error)) throw error;
    if (error.code === 'ERR_BRIDGE_ABORTED') return notTried(createText('cancelled'));
    const result = { outcome: 'failed', problem: error.message } as const;
    return concernsBridge(error)
      ? { result, stopped: createText('gone', { problem: error.message }) }
      : { result };
  }
}

const notTried = (stopped: BackupText): StepOutcome => ({
  result: { outcome: 'not-tried', problem: '' },
  stopped,
});

const codesOfBridge: ReadonlySet<string> = new Set([
  'ERR_BRIDGE_BUSY',
  'ERR_BRIDGE_CLOSED',
  'ERR_BRIDGE_EXPIRED',
  'ERR_BRIDGE_NOT_CONFIGURED',
  'ERR_BRIDGE_QUEUE_FULL',
  'ERR_BRIDGE_TOO_MANY_REQUESTS',
  'ERR_BRIDGE_UNAUTHORIZED',
  'ERR_BRIDGE_UNREACHABLE',
  'ERR_BRIDGE_UNTRUSTED',
]);

/** The next item would fail in the same way. */
const concernsBridge = ({ code }: BridgeError): boolean => codesOfBridge.has(code);

/** Returns what the bridge did not do of it. */
async function carryOutRequest(
  client: RestoreClient,
  state: RestoreState,
  item: PlanItem,
  request: RestoreRequest,
  writing: WriteOptions,
): Promise<readonly string[]> {
  if (request.operation === 'create') return create(client, state, item, request, writing);
  const { warnings } = await client.send(request, writing);
  applyToHome(state.bridge, request);
  return warnings;
}

/** The queue never repeats a creation, since it cannot know whether the bridge has carried out the first. */
const maxCreationAttempts = 8;

async function create(
  client: RestoreClient,
  state: RestoreState,
  item: PlanItem,
  request: RestoreRequest,
  writing: WriteOptions,
): Promise<readonly string[]> {
  const { signal } = writing;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { rtype, body } = request;
      const { data, warnings } = await client.send({ operation: 'create', rtype, body }, writing);
      const id = getTextMember(data, 'rid') ?? '';
      await adoptCreated(client, state, item, id, signal);
      return warnings;
    } catch (error) {
      if (!isBridgeError(error) || attempt === maxCreationAttempts || !mayTryAgain(error))
        throw error;
      // The list waits as long as the queue wants the bridge to be left alone.
      const twin = await findTwin(client, state, request, signal);
      if (twin === undefined) continue;
      await adoptCreated(client, state, item, twin, signal);
      return [];
    }
  }
}

/** Status 429 and 503: not carried out. Without a whole answer, the bridge may have carried it out or not. */
const mayTryAgain = ({ code, cause: { operation } }: BridgeError): boolean =>
  operation === 'create' &&
  [
    'ERR_BRIDGE_BUSY',
    'ERR_BRIDGE_TOO_MANY_REQUESTS',
    'ERR_BRIDGE_TIMEOUT',
    'ERR_BRIDGE_UNREACHABLE',
    'ERR_BRIDGE_MALFORMED_ANSWER',
  ].includes(code);

/** What appeared on the bridge with this name, in this group, since it was read. */
async function findTwin(
  client: RestoreClient,
  { bridge }: RestoreState,
  { rtype, body }: RestoreRequest,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const { data } = await client.list(rtype, toRequestOptions(signal));
  const identify = (value: unknown): string =>
    JSON.stringify([
      getTextMember(value, 'metadata', 'name') ?? getTextMember(value, 'name'),
      getTextMember(value, 'group', 'rid'),
      getTextMember(value, 'script_id'),
    ]);
  return data.find(({ id, ...members }) => {
    return bridge.get(id) === undefined && identify(members) === identify(body);
  })?.id;
}

/** Reads what the bridge has made of it: a new room has a grouped light that others refer to. */
async function adoptCreated(
  client: RestoreClient,
  { file, bridge, match }: RestoreState,
  item: PlanItem,
  id: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const options = { waitIfOffline: true, ...toRequestOptions(signal) };
  // The id comes first: where the read fails, the next items can refer to it all the same.
  match.ids.set(item.id, id);
  const { data } = await client.get(item.type, id, options);
  bridge.set(data);
  const services: Resource[] = [];
  for (const service of listServices(data)) {
    const hasSettings = sensorTypes.some((type) => type === service.type);
    services.push(
      hasSettings ? (await client.get(service.type, service.id, options)).data : service,
    );
  }
  const owner = { rid: id, rtype: item.type };
  for (const service of services) bridge.set({ ...service, owner });
  matchServices(match.ids, file, bridge, item.id);
}

const listServices = (resource: Resource): readonly Resource[] => {
  const { services } = resource;
  if (!Array.isArray(services)) return [];
  return services.flatMap((service: unknown) => {
    const [id] = getRidsOfReferences([service]);
    const type = getTextMember(service, 'rtype');
    return id === undefined || type === undefined ? [] : [{ id, type }];
  });
};
