import { member } from '../../resources';
import type { Resource } from '../../resources';
import { Refusal } from '../refusal';
import type { Behaviour, Body, House, Outcome } from './behaviour';
import { done } from './behaviour';
import { now } from './moment';

/** A reading of a sensor: the member that holds it, its name in there, its value at first. */
export interface Reading {
  group: string;
  name: string;
  atFirst: unknown;
}

/** The reading of each type that has one, in the shape of `<group>.<name>_report`. */
export const readings: Readonly<Record<string, Reading>> = {
  motion: { group: 'motion', name: 'motion', atFirst: false },
  camera_motion: { group: 'motion', name: 'motion', atFirst: false },
  convenience_area_motion: { group: 'motion', name: 'motion', atFirst: false },
  security_area_motion: { group: 'motion', name: 'motion', atFirst: false },
  grouped_motion: { group: 'motion', name: 'motion', atFirst: false },
  light_level: { group: 'light', name: 'light_level', atFirst: 10_000 },
  grouped_light_level: { group: 'light', name: 'light_level', atFirst: 10_000 },
  temperature: { group: 'temperature', name: 'temperature', atFirst: 20 },
};

/** What a sensor reports: the plain value of the service document and the report of real bridges. */
export const reported = ({ group, name }: Reading, value: unknown): Record<string, unknown> => ({
  [group]: {
    [name]: value,
    [`${name}_valid`]: true,
    [`${name}_report`]: { changed: now(), [name]: value },
  },
});

/** A sensor that is off says only that it has nothing to say. */
const silent = ({ group, name }: Reading): Record<string, unknown> => ({
  [group]: { [name]: undefined, [`${name}_valid`]: false, [`${name}_report`]: undefined },
});

function update({ home }: House, sensor: Resource, body: Body): Outcome {
  const wanted = member(body, 'sensitivity', 'sensitivity');
  const most = member(sensor, 'sensitivity', 'sensitivity_max');
  if (typeof wanted === 'number' && typeof most === 'number' && wanted > most) {
    throw new Refusal(400, `attribute (.sensitivity.sensitivity) is at most ${most}`);
  }
  const { enabled } = body;
  const reading = readings[sensor.type];
  const turned = typeof enabled === 'boolean' && enabled !== sensor['enabled'];
  home.change(sensor.id, {
    ...body,
    ...(turned && reading !== undefined ? turnedReading(reading, enabled) : {}),
  });
  return done;
}

const turnedReading = (reading: Reading, enabled: boolean): Record<string, unknown> =>
  enabled ? reported(reading, reading.atFirst) : silent(reading);

/** Everything that reports and can be switched off. Service document, section 2.6. */
export const sensorBehaviour: Behaviour = { update };

function updateContact({ home }: House, contact: Resource, { enabled }: Body): Outcome {
  if (typeof enabled !== 'boolean' || enabled === contact['enabled']) return done;
  home.change(contact.id, {
    enabled,
    contact_report: enabled ? { changed: now(), state: 'contact' } : undefined,
  });
  return done;
}

/** A door or window contact. Hue CLIP API reference. */
export const contactBehaviour: Behaviour = { update: updateContact };
