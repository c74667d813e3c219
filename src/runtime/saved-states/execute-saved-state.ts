import { BridgeError } from '../../bridge';
import { findTargetLights } from '../../bridge/state/own-write-tracker';
import { toRestoringUpdates } from '../../programs/restore-lamps';
import { findNearestName } from '../../resources';
import { isObject } from '../../resources/member-access';
import type { Resource } from '../../resources';
import { limitTransition } from '../../vocabulary/light/properties/transition';
import type { LimitedTransition } from '../../vocabulary/light/properties/transition';
import { parseSavedStateCommand } from '../../vocabulary/light/parse-saved-state-command';
import { resolveLightTarget } from '../../vocabulary/lookup/target-resolvers';
import { parseSceneCommand } from '../../vocabulary/scene/parse-scene-command';
import type { ActionOutcome } from '../actions/action-outcome';
import { unwrapCommand } from '../actions/execute-request';
import type { ExecuteOptions } from '../actions/execute-request';
import { findTarget, listAddresses } from '../targets/find-target';
import type { ResolvedTarget } from '../targets/find-target';
import { toCommandError, toNodeError } from '../node-errors';
import { runExclusively } from '../run-exclusively';
import type { BridgeHandle } from '../session/open-bridge';
import { unwrap } from '../settings/evaluate-setting';
import type { LocatedSettingResult } from '../settings/evaluate-setting';
import { findFittingScenes, parseSavedState, takeState } from './saved-state';
import type { SavedState } from './saved-state';

/** Key in the context of the bridge node: an object with the saved states by their names. */
const contextKey = 'savedStates';

/** Most states that are kept for a bridge. */
const maxSavedStates = 100;

/** A message that saves what lamps show, or restores it. */
export interface SavedStateMessage {
  readonly payload: unknown;
  /** Path of the payload, for problems. */
  readonly at: string;
  /** Transition of the node in ms, where the message has none. */
  readonly transition: number | undefined;
  /** A lamp or group, or a list of them. */
  readonly target: LocatedSettingResult;
}

/**
 * Saves what lamps show under a name in the context of the bridge node, or restores it: each lamp as it was, or by the scene
 * that was active where that still fits.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND, with nothing sent, for a wrong command, for saving where there is no lamp
 *   and for a name under which nothing of these lamps is saved; for lamps that could not be restored the error of the first, which names them all
 */
export async function executeSavedState(
  bridge: BridgeHandle,
  { payload, at, transition, target }: SavedStateMessage,
  options: ExecuteOptions,
): Promise<ActionOutcome> {
  const command = parseSavedStateCommand(payload, at);
  if (!command.ok) throw toCommandError(command.problem);
  const { action, name } = command.value;
  const targets = await findTargets(bridge, target);
  const mirror = await bridge.stateCache.refetch();
  const lamps = new Map(
    targets.flatMap(({ rid }) => {
      const resource = mirror.get(rid);
      const lights = resource === undefined ? [] : findTargetLights(mirror, resource);
      return lights.map((lamp): [string, Resource] => [lamp.id, lamp]);
    }),
  );
  if (action === 'save' && lamps.size === 0) {
    const expected = 'a lamp, or a room or zone with lamps: there is nothing to save';
    throw toCommandError({ path: target.path, expected, received: unwrap(target.result) });
  }
  const scope: RestoreScope = { name, at: `${at}.${action}`, lamps };
  const asked = command.value.transition ?? transition;
  const limited =
    asked === undefined ? { transition: asked, warnings: [] } : limitTransition(asked);
  const warnings =
    action === 'save' ? await save(bridge, scope) : await restore(bridge, scope, limited, options);
  return createOutcome(bridge, action, targets, warnings);
}

/** The name of a state, and the lamps that a message is about. */
interface RestoreScope {
  readonly name: string;
  readonly at: string;
  readonly lamps: ReadonlyMap<string, Resource>;
}

async function findTargets(
  bridge: BridgeHandle,
  { result }: LocatedSettingResult,
): Promise<readonly ResolvedTarget[]> {
  const value = unwrap(result);
  const listed = listAddresses(value) ?? [];
  const addresses = listed.length === 0 ? [value] : listed;
  return Promise.all(
    addresses.map(async (address) =>
      findTarget(bridge, { ok: true, value: address }, resolveLightTarget),
    ),
  );
}

const save = (
  { stateCache, context }: BridgeHandle,
  { name, at, lamps }: RestoreScope,
): Promise<readonly string[]> =>
  // One after another: each writes the whole object.
  runExclusively(stateCache.mirror, async () => {
    const kept = await context?.read(contextKey);
    const states = isObject(kept) ? kept : {};
    if (!Object.hasOwn(states, name) && Object.keys(states).length >= maxSavedStates) {
      const expected = `a name that is there already, since ${maxSavedStates} states are saved`;
      throw toCommandError({ path: at, expected, received: name });
    }
    const entries = Object.entries(states).filter(([other]) => other !== name);
    const state = takeState(stateCache.mirror, [...lamps.values()]);
    await context?.write(contextKey, Object.fromEntries([...entries, [name, state]]));
    return [];
  });

async function restore(
  bridge: BridgeHandle,
  scope: RestoreScope,
  { transition, warnings }: LimitedTransition,
  options: ExecuteOptions,
): Promise<readonly string[]> {
  const { mirror } = bridge.stateCache;
  const state = await readState(bridge, scope);
  const lamps = state.lamps.filter(({ id }) => scope.lamps.has(id));
  if (lamps.length === 0) {
    const expected = 'a name under which something of these lamps is saved';
    throw toCommandError({ path: scope.at, expected, received: scope.name });
  }
  const scenes = findFittingScenes(mirror, state, new Set(lamps.map(({ id }) => id)));
  const inScenes = new Set(scenes.flatMap(({ lampRids }) => lampRids));
  const parts: readonly RestoredPart[] = [
    ...scenes.map(({ rid, dynamic }) => ({
      rid,
      rtype: 'scene' as const,
      bodies: [
        unwrapCommand(
          parseSceneCommand({
            ...(dynamic ? { dynamic } : {}),
            ...(transition === undefined ? {} : { transition }),
          }),
        ).body,
      ],
    })),
    ...lamps
      .filter(({ id }) => !inScenes.has(id))
      .map((lamp) => ({
        rid: lamp.id,
        rtype: 'light' as const,
        bodies: toRestoringUpdates(lamp, mirror.get(lamp.id), transition),
      })),
  ];
  await sendParts(bridge, parts, options);
  const missing = [...scope.lamps.keys()].filter((rid) => !lamps.some(({ id }) => id === rid));
  return [
    ...warnings,
    ...missing.map((rid) => `${mirror.name(rid) ?? rid}: nothing was saved of it.`),
  ];
}

async function readState(
  { context }: BridgeHandle,
  { name, at }: RestoreScope,
): Promise<SavedState> {
  const kept = await context?.read(contextKey);
  const states = isObject(kept) ? kept : {};
  const state = Object.hasOwn(states, name) ? parseSavedState(states[name]) : undefined;
  if (state !== undefined) return state;
  const names = Object.keys(states);
  const suggestion = findNearestName(name, names);
  const expected =
    names.length === 0
      ? 'the name of a saved state, and none is saved yet'
      : 'the name of a saved state';
  const problem = { path: at, expected, received: name };
  throw toCommandError(suggestion === undefined ? problem : { ...problem, suggestion });
}

/** A lamp or a scene, and what is sent to it, one after the other. */
interface RestoredPart {
  readonly rid: string;
  readonly rtype: 'light' | 'scene';
  readonly bodies: readonly unknown[];
}

async function sendParts(
  { client, stateCache: { mirror } }: BridgeHandle,
  parts: readonly RestoredPart[],
  options: ExecuteOptions,
): Promise<void> {
  const settled = await Promise.allSettled(
    parts.map(async ({ rid, rtype, bodies }) => {
      for (const body of bodies)
        await client.send({ operation: 'update', rtype, rid, body }, options);
    }),
  );
  const failed = parts.flatMap(({ rid }, index) => {
    const one = settled[index];
    return one?.status === 'rejected' ? [{ rid, error: toNodeError(one.reason) }] : [];
  });
  const [first] = failed;
  if (first === undefined) return;
  const names = failed.map(({ rid }) => mirror.name(rid) ?? rid).join(', ');
  const { code, message, cause } = first.error;
  throw new BridgeError(
    code,
    `${failed.length} of ${parts.length} could not be restored: ${names}. ${message}`,
    { ...cause, error: first.error },
  );
}

/** Status of `msg.bridge` for what was done, as HTTP calls it. */
const doneStatus = 200;

function createOutcome(
  { stateCache: { mirror } }: BridgeHandle,
  operation: 'save' | 'restore',
  targets: readonly ResolvedTarget[],
  warnings: readonly string[],
): ActionOutcome {
  const [only, other] = targets;
  const single =
    only === undefined || other !== undefined
      ? {}
      : { rid: only.rid, ...mirror.displayNames(only.rid) };
  const rtype = only?.rtype ?? 'light';
  return {
    payload: targets.map((target) => ({ rid: target.rid, rtype: target.rtype })),
    meta: { operation, rtype, ...single, status: doneStatus, warnings, merged: 1 },
    statusText: { key: operation === 'save' ? 'saved' : 'restored' },
  };
}
