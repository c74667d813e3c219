import { getNestedMember, getNumericMember } from '../../resources';
import type { Resource } from '../../resources';
import { SimulatorHttpError } from '../http/simulator-response';
import type { ResourceWriteHandler, SimulationContext } from './resource-write-handler';

const soundMembers = ['alarm', 'chime', 'alert'] as const;

/** In ms. */
const defaultDuration = 5_000;

function playSound(
  { home, timers, speedFactor }: SimulationContext,
  { id }: Resource,
  name: string,
  command: unknown,
): void {
  const sound = getNestedMember(command, 'sound');
  const supportedSounds = getNestedMember(home.get(id), name, 'sound_values');
  if (!Array.isArray(supportedSounds) || !supportedSounds.includes(sound)) {
    throw new SimulatorHttpError(400, `sound ${String(sound)} is not supported by resource ${id}`);
  }
  const stopped = { [name]: { status: { sound: 'no_sound', estimated_end: undefined } } };
  home.change(id, stopped);
  if (sound === 'no_sound') return;
  const duration = (getNumericMember(command, 'duration') ?? defaultDuration) / speedFactor;
  const end = new Date(Date.now() + duration).toISOString();
  home.change(id, { [name]: { status: { sound, estimated_end: end } } });
  timers.after(duration, () => {
    if (getNestedMember(home.get(id), name, 'status', 'estimated_end') === end)
      home.change(id, stopped);
  });
}

/** Hue CLIP API reference. */
export const speakerWriteHandler: ResourceWriteHandler = {
  update(simulation, speaker, body) {
    if (body['mute'] !== undefined) simulation.home.change(speaker.id, { mute: body['mute'] });
    for (const name of soundMembers)
      if (body[name] !== undefined) playSound(simulation, speaker, name, body[name]);
  },
};
