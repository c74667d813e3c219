import { isObject, member } from '../../resources';
import type { Resource } from '../../resources';
import { Refusal } from '../refusal';
import type { Behaviour, Body, House, Outcome } from './behaviour';
import { done } from './behaviour';
import { referenced } from './lamps-of';

/** How long a device reports everything faster, in ms (Hue CLIP API reference, `usertest`). */
const usertestLength = 120_000;

function update(house: House, device: Resource, body: Body): Outcome {
  const { home, timers, pace } = house;
  const { metadata } = body;
  if (isObject(metadata)) {
    home.change(device.id, { metadata });
    const lights = referenced(home, device['services']).filter(({ type }) => type === 'light');
    if (lights.length === 1 && lights[0] !== undefined) home.change(lights[0].id, { metadata });
  }
  const usertest = member(body, 'usertest', 'usertest');
  if (typeof usertest === 'boolean') {
    home.change(device.id, { usertest: { status: 'set', usertest } });
    if (usertest) {
      timers.restart(`usertest ${device.id}`, usertestLength / pace, () => {
        if (home.get(device.id) !== undefined) {
          home.change(device.id, { usertest: { usertest: false } });
        }
      });
    }
  }
  return done;
}

function remove({ home }: House, device: Resource): void {
  if (referenced(home, device['services']).some(({ type }) => type === 'bridge')) {
    throw new Refusal(403, 'The bridge itself cannot be removed.');
  }
}

/** A thing one can hold. Hue CLIP API reference. */
export const deviceBehaviour: Behaviour = { update, remove };
