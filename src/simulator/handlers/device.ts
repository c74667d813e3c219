import { isObject, getNestedMember } from '../../resources';
import { SimulatorHttpError } from '../http/simulator-response';
import type { ResourceWriteHandler } from './resource-write-handler';
import { simulateBlinking } from './light/signaling';
import { resolveReferences } from '../home/find-resources';

/** In ms: a device reports faster (Hue CLIP API reference). */
const usertestDuration = 120_000;

/** Hue CLIP API reference. */
export const deviceWriteHandler: ResourceWriteHandler = {
  update(simulation, device, body) {
    const { home, timers, speedFactor } = simulation;
    const { metadata } = body;
    const lights = resolveReferences(home, device['services']).filter(
      ({ type }) => type === 'light',
    );
    if (isObject(metadata)) {
      home.change(device.id, { metadata });
      if (lights.length === 1 && lights[0] !== undefined) home.change(lights[0].id, { metadata });
    }
    simulateBlinking(simulation, lights, body);
    const usertest = getNestedMember(body, 'usertest', 'usertest');
    if (typeof usertest === 'boolean') {
      home.change(device.id, { usertest: { status: 'set', usertest } });
      if (usertest) {
        timers.restart(`usertest ${device.id}`, usertestDuration / speedFactor, () => {
          if (home.get(device.id) !== undefined) {
            home.change(device.id, { usertest: { usertest: false } });
          }
        });
      }
    }
  },
  beforeRemove({ home }, device) {
    if (resolveReferences(home, device['services']).some(({ type }) => type === 'bridge')) {
      throw new SimulatorHttpError(403, 'The bridge itself cannot be removed.');
    }
  },
};
