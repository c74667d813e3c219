import { getNestedMember, getNumericMember } from '../../resources';
import type { Resource, Members } from '../../resources';
import type { SimulatedHome, SimulatedHomeChange } from '../home/simulated-home';
import type { ResourceWriteHandler, SimulationContext } from './resource-write-handler';
import { isLampReachable, getLightOffHints } from './light/hints';
import { findGroupLights } from '../../resources/group-lights';
import { findOwner } from '../home/find-resources';
import { applyLightUpdate } from './light/light';
import { changesLightState } from './light/light-state';
import { deactivateSimulatedScenes } from './scene/scene-state';
import { simulateSignaling } from './light/signaling';

/** Without `on`: the lamps that are on, or all lamps if none is on. */
function selectAffectedLights(lamps: readonly Resource[], body: Members): readonly Resource[] {
  if (body['on'] !== undefined) return lamps;
  const lightsOn = lamps.filter((lamp) => getNestedMember(lamp, 'on', 'on') === true);
  return lightsOn.length === 0 ? lamps : lightsOn;
}

/** Service document, section 2.5. */
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
