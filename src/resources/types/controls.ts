import * as v from 'valibot';
import { referenceOperations, serviceOperations, serviceShape } from '../resource';
import type { ResourceRow } from '../resource';
import { sampleTimestamp } from '../sensor-report';
import { maxSignalDuration } from '../light-schemas';
import type { ResourceIdentifier } from '../schemas';
import { boundedInteger, openEnum } from '../schemas';
import { getNestedMember } from '../members';

type ButtonState = {
  last_event: string;
  button_report: { updated: string; event: string };
  repeat_interval: number;
  event_values: string[];
};

const switchModes = [
  'switch_single_rocker',
  'switch_single_pushbutton',
  'switch_dual_rocker',
  'switch_dual_pushbutton',
] as const;

const sampleRotation = { direction: 'clock_wise', steps: 30, duration: 400 };

type SoundState = {
  sound_values: string[];
  status: { sound: string; sound_values: string[]; estimated_end: string };
};

const soundWriteSchema = v.optional(
  v.strictObject({
    sound: openEnum(['no_sound']),
    volume: v.optional(v.strictObject({ level: boundedInteger(0, 100) })),
    duration: v.optional(boundedInteger(0, maxSignalDuration)),
  }),
);

const createSoundSample = (...sounds: readonly string[]) => ({
  sound_values: ['no_sound', ...sounds],
  status: { sound: 'no_sound', sound_values: ['no_sound', ...sounds] },
});

export const controlRows = {
  button: {
    operations: referenceOperations.readUpdate,
    read: serviceShape<{ metadata: { control_id: number }; button: ButtonState }>(),
    update: {},
    valueDescription: 'the last event, such as `short_release`',
    value: (resource) =>
      getNestedMember(resource, 'button', 'button_report', 'event') ??
      getNestedMember(resource, 'button', 'last_event'),
    sample: {
      metadata: { control_id: 1 },
      button: {
        last_event: 'short_release',
        button_report: { updated: sampleTimestamp, event: 'short_release' },
        repeat_interval: 800,
        event_values: ['initial_press', 'repeat', 'short_release', 'long_release', 'long_press'],
      },
    },
  },

  /** `bell`: service document; `button`, which real bridges have: Hue CLIP API reference. */
  bell_button: {
    section: '2.8',
    operations: serviceOperations.readUpdate,
    read: serviceShape<{
      metadata: { control_id: number };
      bell: { bell_report: { updated: string; event: string }; last_event: string };
      button: ButtonState;
    }>(),
    update: {},
    valueDescription: 'the last event, such as `initial_press`',
    value: (resource) =>
      getNestedMember(resource, 'button', 'button_report', 'event') ??
      getNestedMember(resource, 'bell', 'bell_report', 'event') ??
      getNestedMember(resource, 'button', 'last_event') ??
      getNestedMember(resource, 'bell', 'last_event'),
    sample: {
      metadata: { control_id: 1 },
      bell: {
        bell_report: { updated: sampleTimestamp, event: 'initial_press' },
        last_event: 'initial_press',
      },
      button: {
        last_event: 'initial_press',
        button_report: { updated: sampleTimestamp, event: 'initial_press' },
        repeat_interval: 800,
        event_values: ['initial_press'],
      },
    },
  },

  /** A dial. */
  relative_rotary: {
    operations: referenceOperations.readUpdate,
    read: serviceShape<{
      metadata: { control_id: number };
      relative_rotary: {
        last_event: object;
        rotary_report: {
          updated: string;
          action: string;
          rotation: { direction: string; steps: number; duration: number };
        };
      };
    }>(),
    update: {},
    valueDescription: 'the last rotation, `{ direction, steps, duration }`',
    value: (resource) =>
      getNestedMember(resource, 'relative_rotary', 'rotary_report', 'rotation') ??
      getNestedMember(resource, 'relative_rotary', 'last_event', 'rotation'),
    sample: {
      metadata: { control_id: 1 },
      relative_rotary: {
        last_event: { action: 'start', rotation: sampleRotation },
        rotary_report: { updated: sampleTimestamp, action: 'start', rotation: sampleRotation },
      },
    },
  },

  switch_input_configuration: {
    operations: referenceOperations.readUpdate,
    read: serviceShape<{
      switch_mode: { status: string; mode: string; mode_values: string[] };
      linked_services: ResourceIdentifier[];
    }>(),
    update: { switch_mode: v.optional(v.strictObject({ mode: openEnum(switchModes) })) },
    valueDescription: 'the mode of the switch',
    value: (resource) => getNestedMember(resource, 'switch_mode', 'mode'),
    sample: {
      switch_mode: { status: 'set', mode: 'switch_dual_rocker', mode_values: switchModes },
      linked_services: [],
    },
  },

  /** A chime or siren. */
  speaker: {
    operations: referenceOperations.readUpdate,
    read: serviceShape<{
      alarm: SoundState;
      chime: SoundState;
      alert: SoundState;
      mute: { mute: string };
    }>(),
    update: {
      alarm: soundWriteSchema,
      chime: soundWriteSchema,
      alert: soundWriteSchema,
      mute: v.optional(v.strictObject({ mute: v.picklist(['mute', 'unmute']) })),
    },
    nonIdempotentMembers: ['alarm', 'chime', 'alert'],
    valueDescription: 'the sound that plays, or `no_sound`',
    value(resource) {
      const sounds = ['alarm', 'chime', 'alert'].map((name) =>
        getNestedMember(resource, name, 'status', 'sound'),
      );
      return sounds.find((sound) => sound !== undefined && sound !== 'no_sound') ?? sounds[0];
    },
    sample: {
      alarm: createSoundSample('siren', 'bleep'),
      chime: createSoundSample('ding_dong_classic', 'ding_dong_modern'),
      alert: createSoundSample('alert'),
      mute: { mute: 'unmute' },
    },
  },
} satisfies Readonly<Record<string, ResourceRow>>;
