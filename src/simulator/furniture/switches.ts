import type { Resource } from '../../resources';
import { deviceWith, radioServices, service } from './device';
import type { Product } from './device';
import { battery, firstReport, motionMembers } from './sensors';

const product = (modelId: string, productName: string): Product => ({
  modelId,
  productName,
  archetype: 'unknown_archetype',
});

const buttonEvents = ['initial_press', 'repeat', 'short_release', 'long_release', 'long_press'];

const buttonMembers = (number: number, events: readonly string[]): Record<string, unknown> => ({
  metadata: { control_id: number },
  button: {
    last_event: 'short_release',
    button_report: { updated: firstReport, event: 'short_release' },
    repeat_interval: 800,
    event_values: events,
  },
});

const buttons = (key: string, count: number, events: readonly string[]): Resource[] =>
  Array.from({ length: count }, (_, index) =>
    service('button', key, buttonMembers(index + 1, events), index),
  );

const furnishDimmer = (): Resource[] =>
  deviceWith({ key: 'living-dimmer', name: 'Dimmer', product: product('SIM-S4', 'Dimmer') }, [
    ...buttons('living-dimmer', 4, buttonEvents),
    battery('living-dimmer', 63),
    ...radioServices('living-dimmer'),
  ]);

const rotation = { direction: 'clock_wise', steps: 30, duration: 400 };

const furnishDial = (): Resource[] =>
  deviceWith({ key: 'bedroom-dial', name: 'Dial', product: product('SIM-R4', 'Dial') }, [
    ...buttons('bedroom-dial', 4, [...buttonEvents, 'double_short_release']),
    service('relative_rotary', 'bedroom-dial', {
      metadata: { control_id: 5 },
      relative_rotary: {
        last_event: { action: 'start', rotation },
        rotary_report: { updated: firstReport, action: 'start', rotation },
      },
    }),
    battery('bedroom-dial', 100),
    ...radioServices('bedroom-dial'),
  ]);

/** A switch without battery: it draws its power from the press itself. */
const furnishTap = (): Resource[] =>
  deviceWith({ key: 'hallway-tap', name: 'Tap', product: product('SIM-T4', 'Tap') }, [
    ...buttons('hallway-tap', 4, ['initial_press']),
    service('zgp_connectivity', 'hallway-tap', {
      status: 'connected',
      source_id: '0171f2c4',
      channel_confirmed: true,
    }),
  ]);

const furnishWallSwitch = (): Resource[] =>
  deviceWith(
    { key: 'wall-switch', name: 'Wall switch', product: product('SIM-X2', 'Wall switch') },
    [
      ...buttons('wall-switch', 2, buttonEvents),
      service('switch_input_configuration', 'wall-switch', {
        switch_mode: {
          status: 'set',
          mode: 'switch_dual_rocker',
          mode_values: [
            'switch_single_rocker',
            'switch_single_pushbutton',
            'switch_dual_rocker',
            'switch_dual_pushbutton',
          ],
        },
        linked_services: [],
      }),
      battery('wall-switch', 97),
      ...radioServices('wall-switch'),
    ],
  );

/** A bell button that sees who rings; `bell` is the service document's shape, `button` that of real bridges. */
const furnishDoorbell = (): Resource[] =>
  deviceWith({ key: 'doorbell', name: 'Doorbell', product: product('SIM-V1', 'Doorbell') }, [
    service('bell_button', 'doorbell', {
      ...buttonMembers(1, ['initial_press']),
      bell: { bell_report: { updated: firstReport, event: 'ring' }, last_event: 'ring' },
    }),
    service('camera_motion', 'doorbell', motionMembers(false)),
    ...radioServices('doorbell'),
  ]);

const sound = (...values: readonly string[]): Record<string, unknown> => ({
  sound_values: ['no_sound', ...values],
  status: { sound: 'no_sound', sound_values: ['no_sound', ...values] },
});

const furnishChime = (): Resource[] =>
  deviceWith({ key: 'chime', name: 'Chime', product: product('SIM-Y1', 'Chime') }, [
    service('speaker', 'chime', {
      alarm: sound('siren', 'bleep'),
      chime: sound('ding_dong_classic', 'ding_dong_modern'),
      alert: sound('alert'),
      mute: { mute: 'unmute' },
    }),
    ...radioServices('chime'),
  ]);

/** Switches, a dial, a doorbell and its chime. */
export const furnishSwitches = (): Resource[] => [
  ...furnishDimmer(),
  ...furnishDial(),
  ...furnishTap(),
  ...furnishWallSwitch(),
  ...furnishDoorbell(),
  ...furnishChime(),
];
