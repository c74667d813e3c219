import {
  getNestedMember,
  getNumericMember,
  isObject,
  getListMember,
  getRidsOfReferences,
  getTextMember,
} from '../../resources/members';
import type { Members } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import { findOwner, toReference, resolveReferences } from '../simulated-home';
import type { SimulatedHome, SimulatedHomeChange } from '../simulated-home';
import type { ResourceWriteHandler, SimulationContext } from './write-handler';
import {
  isLampReachable,
  getLightOffHints,
  applyLightUpdate,
  changesLightState,
  simulateSignaling,
  deactivateSimulatedScenes,
} from './light';
import { findGroupLights } from '../../resources/group-lights';
import { randomUUID } from 'node:crypto';
import { createGroupedLight } from '../fixtures/home';
import { SimulatorHttpError } from '../http';
import { assertReferenceExists } from './write-handler';

/** A command to a group goes to each of its lamps. Service document, section 2.5. */
export const groupedLightWriteHandler: ResourceWriteHandler = {
  update(simulation, groupedLight, body) {
    const { home } = simulation;
    const hints = getLightOffHints(groupedLight, body);
    const lamps = findLightsOfGroupedLight(home, groupedLight).filter((lamp) =>
      isLampReachable(home, lamp),
    );
    const { signaling: _signal, ...lightBody } = body;
    for (const lamp of selectAffectedLights(lamps, body))
      applyLightUpdate(simulation, lamp, lightBody);
    simulateSignaling(simulation, groupedLight, body, lamps);
    if (changesLightState(body)) deactivateSimulatedScenes(simulation, lamps);
    return { hints, partial: false };
  },
};

/** Without `on`: the lamps that are on, or all lamps if none is on. */
function selectAffectedLights(lamps: readonly Resource[], body: Members): readonly Resource[] {
  if (body['on'] !== undefined) return lamps;
  const lightsOn = lamps.filter((lamp) => getNestedMember(lamp, 'on', 'on') === true);
  return lightsOn.length === 0 ? lamps : lightsOn;
}

const findLightsOfGroupedLight = (
  home: SimulatedHome,
  groupedLight: Resource,
): readonly Resource[] => findGroupLights(home, findOwner(home, groupedLight));

/** On if one lamp is on; the average brightness of lamps that are on, 0 if none is (Hue CLIP API reference). */
function aggregateLights(lamps: readonly Resource[]): Members {
  const lightsOn = lamps.filter((lamp) => getNestedMember(lamp, 'on', 'on') === true);
  const brightnesses = lightsOn.flatMap(
    (lamp) => getNumericMember(lamp, 'dimming', 'brightness') ?? [],
  );
  const sum = brightnesses.reduce((total, level) => total + level, 0);
  return {
    on: { on: lightsOn.length > 0 },
    dimming: { brightness: brightnesses.length === 0 ? 0 : sum / brightnesses.length },
  };
}

const structuralTypes: ReadonlySet<string> = new Set([
  'bridge_home',
  'device',
  'grouped_light',
  'light',
  'room',
  'zone',
]);

const isStructuralChange = ({
  kind,
  resource,
  changedPaths: changed,
}: SimulatedHomeChange): boolean =>
  structuralTypes.has(resource.type) &&
  (kind !== 'changed' || changed.includes('children') || changed.includes('services'));

const isLightStateChange = ({ resource, changedPaths: changed }: SimulatedHomeChange): boolean =>
  resource.type === 'light' &&
  changed.some((path) => path === 'on.on' || path === 'dimming.brightness');

/** A room, a zone and the home report what their lamps show. */
export function keepGroupedLightsInSync({ home }: SimulationContext): void {
  let groupedLightIdsByLight = new Map<string, Set<string>>();
  const updateGroupedLight = (groupedLightId: string): void => {
    const groupedLight = home.get(groupedLightId);
    if (groupedLight === undefined) return;
    home.change(groupedLightId, aggregateLights(findLightsOfGroupedLight(home, groupedLight)));
  };
  const rebuildIndex = (): void => {
    groupedLightIdsByLight = indexGroupedLights(home);
    for (const { id } of home.byType('grouped_light')) updateGroupedLight(id);
  };
  rebuildIndex();
  home.on('change', (change) => {
    if (isStructuralChange(change)) rebuildIndex();
    else if (isLightStateChange(change))
      groupedLightIdsByLight.get(change.resource.id)?.forEach(updateGroupedLight);
  });
}

function indexGroupedLights(home: SimulatedHome): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const groupedLight of home.byType('grouped_light')) {
    for (const lamp of findLightsOfGroupedLight(home, groupedLight)) {
      groups.set(lamp.id, (groups.get(lamp.id) ?? new Set()).add(groupedLight.id));
    }
  }
  return groups;
}

/**
 * Service document, section 4.3.
 *
 * @throws SimulatorHttpError 409 for a device that is part of another room
 */
function assertInOneRoomOnly(home: SimulatedHome, room: Resource, children: unknown): void {
  const requestedRids = new Set(getRidsOfReferences(children));
  for (const other of home.byType('room')) {
    if (other.id === room.id) continue;
    const conflictingRid = getRidsOfReferences(other['children']).find((rid) =>
      requestedRids.has(rid),
    );
    if (conflictingRid === undefined) continue;
    const name = String(getNestedMember(other, 'metadata', 'name'));
    throw new SimulatorHttpError(
      409,
      `device ${conflictingRid} is part of room ${other.id} (${name}) already`,
    );
  }
}

/** Only devices and lights are checked: real bridges accept further types of children. */
function assertChildrenValid(home: SimulatedHome, group: Resource, children: unknown): void {
  for (const [index, child] of getListMember(children).entries()) {
    const rtype = getNestedMember(child, 'rtype');
    if (rtype === 'device' || rtype === 'light') {
      assertReferenceExists(home, `children[${index}]`, child);
    }
  }
  if (group.type === 'room') assertInOneRoomOnly(home, group, children);
}

/** Service document, sections 2.2 and 4.3. */
export const roomAndZoneWriteHandler: ResourceWriteHandler = {
  create({ home }, group) {
    assertChildrenValid(home, group, group['children']);
    const metadata = isObject(group['metadata']) ? group['metadata'] : {};
    const groupedLight = createGroupedLight(toReference(group), randomUUID());
    home.add(groupedLight);
    return {
      children: [],
      ...group,
      metadata: { name: 'New group', archetype: 'other', ...metadata },
      services: [toReference(groupedLight)],
    };
  },
  /** `bridge_home` lists rooms but not zones. */
  afterCreate({ home }, group) {
    if (group.type !== 'room') return;
    for (const bridgeHome of home.byType('bridge_home'))
      home.change(bridgeHome.id, {
        children: [...getListMember(bridgeHome, 'children'), toReference(group)],
      });
  },
  update({ home }, group, body) {
    assertChildrenValid(home, group, body['children']);
    home.change(group.id, body);
  },
};

const createArea = (simulation: SimulationContext, area: Resource): Resource => ({
  metadata: { name: 'Entertainment area' },
  configuration_type: 'screen',
  stream_proxy: { mode: 'auto' },
  ...area,
  ...toLocationMembers(simulation, area['locations'] ?? { service_locations: [] }),
  status: 'inactive',
});

function toLocationMembers({ home }: SimulationContext, locations: unknown): Members {
  const serviceLocations = getListMember(locations, 'service_locations');
  const channels = serviceLocations.map((serviceLocation, index) => {
    const service = getNestedMember(serviceLocation, 'service');
    assertReferenceExists(home, `locations.service_locations[${index}].service`, service);
    const [position] = getListMember(serviceLocation, 'positions');
    return { channel_id: index, position, members: [{ service, index: 0 }] };
  });
  const lights = serviceLocations.flatMap((serviceLocation) => {
    const rid = getTextMember(serviceLocation, 'service', 'rid') ?? '';
    return getNestedMember(home.get(rid), 'renderer_reference') ?? [];
  });
  return { locations, channels, light_services: lights };
}

function setStreaming({ home }: SimulationContext, area: Resource, active: boolean): void {
  home.change(area.id, {
    status: active ? 'active' : 'inactive',
    active_streamer: active ? { rid: randomUUID(), rtype: 'auth_v1' } : undefined,
  });
  for (const { id } of resolveReferences(home, area['light_services']))
    home.change(id, { mode: active ? 'streaming' : 'normal' });
}

/** An area that streams puts its lamps into the mode for it. Hue CLIP API reference. */
export const entertainmentConfigurationWriteHandler: ResourceWriteHandler = {
  create: createArea,
  update(simulation, area, { action, ...body }) {
    const changed = simulation.home.change(area.id, {
      ...body,
      ...(body['locations'] === undefined ? {} : toLocationMembers(simulation, body['locations'])),
    });
    if (action !== undefined) setStreaming(simulation, changed, action === 'start');
  },
};
