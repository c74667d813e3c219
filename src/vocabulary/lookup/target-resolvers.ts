import { roomAndZoneTypes, sceneGroupTypes } from '../../resources/values/group-types';
import type { KnownResourceType, ResourceType } from '../../resources';
import type { ParseResult } from '../parsing/parse-result';
import { resolveResource } from './resolve-resource';
import { withReplacedListing } from './resource-index';
import type { ResolvedResource, ResourceIndex } from './resource-index';

/**
 * Finds the resource that a target stands for: one rule for dialogs and for messages.
 *
 * @param nameOrId id, name or `Room/Name`, as `resolveResource` takes it
 * @param at path of the value for problems; `target` when missing
 */
export interface TargetResolver {
  (index: ResourceIndex, nameOrId: unknown, at?: string): ParseResult<ResolvedResource>;
  /** Types of which the id of a known resource stands for itself, so that it need not be looked up. */
  readonly rtypes?: readonly ResourceType[];
}

/**
 * Creates the resolver for a node.
 *
 * @param rtypes types that are searched, also as they follow from what the bridge holds
 * @param preferred those of them that take precedence when a name matches a resource of one
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

/** A lamp or a group of lamps. */
export const resolveLightTarget = createTargetResolver(['light', 'grouped_light']);

export const resolveRoomTarget = createTargetResolver(['room']);

/** A room or a zone. */
export const resolveGroupTarget = createTargetResolver(roomAndZoneTypes);

const resolveZoneTarget = createTargetResolver(['zone']);

/** @returns what finds a room, a zone, or either of them for any other text */
export const selectGroupResolver = (rtype: string): TargetResolver =>
  rtype === 'room' ? resolveRoomTarget : rtype === 'zone' ? resolveZoneTarget : resolveGroupTarget;

/** An automation of the bridge. */
export const resolveAutomationTarget = createTargetResolver(['behavior_instance']);

/** A chime or siren, also by the name of its device. */
export const resolveSpeakerTarget = createTargetResolver(['speaker']);

export const resolveSmartSceneTarget = createTargetResolver(['smart_scene']);

/** A scene to recall: of two that have one name, the smart one. */
export const resolveRecallTarget = createTargetResolver(['smart_scene', 'scene'], ['smart_scene']);

/** A room, a zone, the home, or a scene of one: a room where a name is that of several. */
export const resolveSceneTarget = createTargetResolver([...sceneGroupTypes, 'scene'], ['room']);

/** Resource types of buttons, bells and dials. */
export const buttonResourceTypes = [
  'button',
  'bell_button',
  'relative_rotary',
] as const satisfies readonly KnownResourceType[];

/** A device with buttons, otherwise one of its buttons. */
export const resolveButtonTarget: TargetResolver = (index, nameOrId, at) => {
  const device = resolveResource(createButtonDeviceIndex(index), nameOrId, ['device'], at);
  return device.ok ? device : resolveResource(index, nameOrId, buttonResourceTypes, at);
};

/** Creates an index whose devices all have buttons, so that a lamp of the same name does not match. */
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
