import { member } from '../../resources';
import type { Resource } from '../../resources';
import type { Home, HomeChange } from '../home';
import type { Behaviour, Body, House, Outcome } from './behaviour';
import { isReachable, softOffHints } from './hints';
import { lampsOf, ownerOf } from './lamps-of';
import { shine } from './light';
import { changesWhatIsShown } from './light-state';
import { endScenesOf } from './scene-state';
import { beginSignal } from './signaling';

function update(house: House, groupedLight: Resource, body: Body): Outcome {
  const { home } = house;
  const hints = softOffHints(groupedLight, body);
  const lamps = lampsOfGroupedLight(home, groupedLight).filter((lamp) => isReachable(home, lamp));
  const { signaling: _signal, ...wish } = body;
  for (const lamp of listening(lamps, body)) shine(house, lamp, wish);
  beginSignal(house, groupedLight, body);
  if (changesWhatIsShown(body)) endScenesOf(house, lamps);
  return { hints, partly: false };
}

/** Lamps that are off do not mind a brightness or a colour, as long as another one is on. */
function listening(lamps: readonly Resource[], body: Body): readonly Resource[] {
  if (body['on'] !== undefined) return lamps;
  const lit = lamps.filter((lamp) => member(lamp, 'on', 'on') === true);
  return lit.length === 0 ? lamps : lit;
}

/** The lamps of a group as one: it sets them. Service document, section 2.5. */
export const groupedLightBehaviour: Behaviour = { update };

function lampsOfGroupedLight(home: Home, groupedLight: Resource): Resource[] {
  const owner = ownerOf(home, groupedLight);
  return owner === undefined ? [] : lampsOf(home, owner);
}

/**
 * What the lamps of a group show together: on when one of them is, and the average brightness of
 * those that are on, 0 when none is (Hue CLIP API reference).
 */
function shownTogether(lamps: readonly Resource[]): Record<string, unknown> {
  const lit = lamps.filter((lamp) => member(lamp, 'on', 'on') === true);
  const levels = lit.flatMap((lamp) => {
    const brightness = member(lamp, 'dimming', 'brightness');
    return typeof brightness === 'number' ? [brightness] : [];
  });
  const sum = levels.reduce((total, level) => total + level, 0);
  return {
    on: { on: lit.length > 0 },
    dimming: { brightness: levels.length === 0 ? 0 : sum / levels.length },
  };
}

/** Types of which lamps and groups are made. */
const structure: ReadonlySet<string> = new Set([
  'bridge_home',
  'device',
  'grouped_light',
  'light',
  'room',
  'zone',
]);

const isStructural = ({ kind, resource, changed }: HomeChange): boolean =>
  structure.has(resource.type) &&
  (kind !== 'changed' || changed.includes('children') || changed.includes('services'));

const isShown = ({ resource, changed }: HomeChange): boolean =>
  resource.type === 'light' &&
  changed.some((path) => path === 'on.on' || path === 'dimming.brightness');

/** Lets every grouped light follow its lamps. */
export function followLamps({ home }: House): void {
  let groupsOfLamp = new Map<string, Set<string>>();
  const follow = (groupedLightId: string): void => {
    const groupedLight = home.get(groupedLightId);
    if (groupedLight === undefined) return;
    home.change(groupedLightId, shownTogether(lampsOfGroupedLight(home, groupedLight)));
  };
  const regroup = (): void => {
    groupsOfLamp = groupsByLamp(home);
    for (const { id } of home.byType('grouped_light')) follow(id);
  };
  regroup();
  home.on('change', (change) => {
    if (isStructural(change)) regroup();
    else if (isShown(change)) groupsOfLamp.get(change.resource.id)?.forEach(follow);
  });
}

function groupsByLamp(home: Home): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const groupedLight of home.byType('grouped_light')) {
    for (const lamp of lampsOfGroupedLight(home, groupedLight)) {
      groups.set(lamp.id, (groups.get(lamp.id) ?? new Set()).add(groupedLight.id));
    }
  }
  return groups;
}
