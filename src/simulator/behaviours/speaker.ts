import { member } from '../../resources';
import type { Resource } from '../../resources';
import { Refusal } from '../refusal';
import type { Behaviour, Body, House, Outcome } from './behaviour';
import { done } from './behaviour';

const sounds = ['alarm', 'chime', 'alert'] as const;

/** How long a sound lasts where nothing is said, in ms. */
const usualLength = 5_000;

function update(house: House, speaker: Resource, body: Body): Outcome {
  if (body['mute'] !== undefined) house.home.change(speaker.id, { mute: body['mute'] });
  for (const name of sounds) if (body[name] !== undefined) play(house, speaker, name, body[name]);
  return done;
}

function play({ home, timers, pace }: House, { id }: Resource, name: string, wish: unknown): void {
  const sound = member(wish, 'sound');
  const known = member(home.get(id), name, 'sound_values');
  if (!Array.isArray(known) || !known.includes(sound)) {
    throw new Refusal(400, `sound ${String(sound)} is not supported by resource ${id}`);
  }
  const over = { [name]: { status: { sound: 'no_sound', estimated_end: undefined } } };
  home.change(id, over);
  if (sound === 'no_sound') return;
  const given = member(wish, 'duration');
  const length = (typeof given === 'number' ? given : usualLength) / pace;
  const end = new Date(Date.now() + length).toISOString();
  home.change(id, { [name]: { status: { sound, estimated_end: end } } });
  timers.after(length, () => {
    if (member(home.get(id), name, 'status', 'estimated_end') === end) home.change(id, over);
  });
}

/** A chime or siren. Hue CLIP API reference. */
export const speakerBehaviour: Behaviour = { update };
