import { member } from '../../resources';
import type { Resource } from '../../resources';
import type { Home } from '../home';
import type { Behaviour, Body, House, Outcome } from './behaviour';
import { done } from './behaviour';
import { lampsOf, ownerOf } from './lamps-of';
import { lightChange } from './light-state';

function update({ home }: House, group: Resource, body: Body): Outcome {
  const owner = ownerOf(home, group);
  for (const lamp of owner === undefined ? [] : lampsOf(home, owner)) {
    home.change(lamp.id, lightChange(lamp, body));
  }
  return done;
}

/** The lamps of a group as one: it sets them. Service document, section 2.5. */
export const groupedLightBehaviour: Behaviour = { update };

/**
 * What the lamps of a group show together: on when one of them is, and the average brightness of
 * those that are on, 0 when none is (Hue CLIP API reference).
 */
export function showTogether(home: Home, groupedLight: Resource): void {
  const owner = ownerOf(home, groupedLight);
  if (owner === undefined) return;
  const lit = lampsOf(home, owner).filter((lamp) => member(lamp, 'on', 'on') === true);
  const levels = lit.flatMap((lamp) => {
    const brightness = member(lamp, 'dimming', 'brightness');
    return typeof brightness === 'number' ? [brightness] : [];
  });
  const sum = levels.reduce((total, level) => total + level, 0);
  home.change(groupedLight.id, {
    on: { on: lit.length > 0 },
    dimming: { brightness: levels.length === 0 ? 0 : sum / levels.length },
  });
}

/** Lets every grouped light follow its lamps. */
export function followLamps({ home }: House): void {
  const showAll = (): void => {
    for (const group of home.byType('grouped_light')) showTogether(home, group);
  };
  showAll();
  home.on('change', ({ resource, kind, changed }) => {
    const shows = changed.some((path) => path === 'on.on' || path === 'dimming.brightness');
    const regroups = changed.includes('children') || kind !== 'changed';
    if (resource.type === 'grouped_light') {
      if (kind === 'added') showTogether(home, resource);
    } else if (resource.type === 'light' && (shows || regroups)) showAll();
    else if (['room', 'zone', 'device'].includes(resource.type) && regroups) showAll();
  });
}
