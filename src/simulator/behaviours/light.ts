import { isObject, member } from '../../resources';
import type { Resource } from '../../resources';
import { Refusal } from '../refusal';
import type { Behaviour, Body, House, Outcome } from './behaviour';
import { isReachable, softOffHints, unreachableHints } from './hints';
import { ownerOf } from './lamps-of';
import { beginTimedEffect, effectChange, refuseEffects } from './light-effects';
import { changesWhatIsShown, lightChange, unsupported } from './light-state';
import { endScenesOf } from './scene-state';
import { beginSignal } from './signaling';

/** Members that are kept as they are written. */
const keptMembers = ['content_configuration', 'geometry', 'metadata', 'mode'] as const;

function update(house: House, light: Resource, body: Body): Outcome {
  const missing = unsupported(light, body).map(
    (name) => `attribute (.${name}) is not supported by resource ${light.id}`,
  );
  const [first, ...others] = missing;
  const asked = Object.keys(body).filter((name) => name !== 'type' && name !== 'dynamics');
  if (first !== undefined && asked.length === missing.length) {
    throw new Refusal(400, first, ...others);
  }
  if (!isReachable(house.home, light)) {
    return { hints: [...missing, ...unreachableHints(light, body)], partly: missing.length > 0 };
  }
  refuseEffects(light, body);
  const hints = [...missing, ...softOffHints(light, body)];
  shine(house, light, body);
  keep(house, light, body);
  if (changesWhatIsShown(body)) endScenesOf(house, [light]);
  return { hints, partly: missing.length > 0 };
}

/** Lets a lamp show what a body says, as far as it can; also used by groups and scenes. */
export function shine(house: House, light: Resource, body: Body): void {
  const state = { ...lightChange(light, body), ...effectChange(light, body) };
  beginTimedEffect(house, light, body);
  house.home.change(light.id, { ...state, ...speedChange(light, body) });
  beginSignal(house, light, body);
}

/** Speed is that of a dynamic palette and void without one (Hue CLIP API reference). */
function speedChange(light: Resource, body: Body): Record<string, unknown> {
  const speed = member(body, 'dynamics', 'speed');
  if (speed === undefined) return {};
  return member(light, 'dynamics', 'status') === 'dynamic_palette'
    ? { dynamics: { speed, speed_valid: true } }
    : {};
}

function keep({ home }: House, light: Resource, body: Body): void {
  const kept = Object.fromEntries(
    keptMembers.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  );
  const { powerup, metadata } = body;
  home.change(light.id, {
    ...kept,
    ...(isObject(powerup) ? { powerup: { ...powerup, configured: true } } : {}),
  });
  const device = ownerOf(home, light);
  if (device !== undefined && isObject(metadata)) {
    const { name, archetype } = metadata;
    const shared = {
      ...(name === undefined ? {} : { name }),
      ...(archetype === undefined ? {} : { archetype }),
    };
    home.change(device.id, { metadata: shared });
  }
}

/** A lamp. Service document, section 2.4. */
export const lightBehaviour: Behaviour = { update };
