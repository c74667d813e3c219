import { roomAndZoneTypes, sceneGroupTypes } from '../../resources/values/group-types';
import type { KnownResourceType, ResourceType } from '../../resources';
import type { ParseResult } from '../parsing/parse-result';
import { resolveResource } from './resolve-resource';
import { withReplacedListing } from './resource-index';
import type { ResolvedResource, ResourceIndex } from './resource-index';

/** One rule for dialogs and messages. */
export interface TargetResolver {
  (index: ResourceIndex, nameOrId: unknown, at?: string): ParseResult<ResolvedResource>;
  /** The id of a known resource of these types needs no search. */
  readonly rtypes?: readonly ResourceType[];
}

/**
 * Creates the function that finds the resource of a target: an id, a name or `Room/Name`.
 *
 * @param preferred types that win if several resources match a name
 */
export function createTargetResolver(
  rtypes: readonly ResourceType[] | ((index: ResourceIndex) => readonly ResourceType[]),
  preferred: readonly ResourceType[] = [],
): TargetResolver {
  const resolveTarget: TargetResolver = (index, nameOrId, at) => {
    if (preferred.length > 0) {
      const target = resolveResource(index, nameOrId, preferred, at);
      if (target.ok && target.value.resource !== undefined) return target;
    }
    const searchedTypes = typeof rtypes === 'function' ? rtypes(index) : rtypes;
    return resolveResource(index, nameOrId, searchedTypes, at);
  };
  return typeof rtypes === 'function' ? resolveTarget : Object.assign(resolveTarget, { rtypes });
}

export const resolveLightTarget = createTargetResolver(['light', 'grouped_light']);

export const resolveRoomTarget = createTargetResolver(['room']);

export const resolveGroupTarget = createTargetResolver(roomAndZoneTypes);

const resolveZoneTarget = createTargetResolver(['zone']);

/** For any text but the two types, returns the resolver of both. */
export const selectGroupResolver = (rtype: string): TargetResolver =>
  rtype === 'room' ? resolveRoomTarget : rtype === 'zone' ? resolveZoneTarget : resolveGroupTarget;

export const resolveAutomationTarget = createTargetResolver(['behavior_instance']);

/** Also by the name of its device. */
export const resolveSpeakerTarget = createTargetResolver(['speaker']);

export const resolveSmartSceneTarget = createTargetResolver(['smart_scene']);

/** A smart scene wins over a scene with the same name. */
export const resolveRecallTarget = createTargetResolver(['smart_scene', 'scene'], ['smart_scene']);

/** A room wins over other resources with the same name. */
export const resolveSceneTarget = createTargetResolver([...sceneGroupTypes, 'scene'], ['room']);

export const buttonResourceTypes = [
  'button',
  'bell_button',
  'relative_rotary',
] as const satisfies readonly KnownResourceType[];

/** Finds a device with buttons, otherwise a single button. */
export const resolveButtonTarget: TargetResolver = (index, nameOrId, at) => {
  const device = resolveResource(createButtonDeviceIndex(index), nameOrId, ['device'], at);
  return device.ok ? device : resolveResource(index, nameOrId, buttonResourceTypes, at);
};

/** Without other devices, so that a lamp of the same name does not match. */
function createButtonDeviceIndex(index: ResourceIndex): ResourceIndex {
  const owners = new Set(
    buttonResourceTypes.flatMap((rtype) =>
      index.byType(rtype).map((button) => index.ownerRid(button)),
    ),
  );
  const devices = index.byType('device').filter(({ id }) => owners.has(id));
  return withReplacedListing(index, (rtype) =>
    rtype === 'device' ? devices : index.byType(rtype),
  );
}
