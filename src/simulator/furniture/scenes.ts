import { weekdays } from '../../resources';
import type { Resource, ResourceIdentifier } from '../../resources';
import { idOf } from './id-of';
import { lampModels } from './lamps';
import type { Lamp, LampModel } from './lamps';
import { roomPlans } from './plan';

interface Mood {
  key: string;
  name: string;
  brightness: number;
  mirek: number;
  xy?: { x: number; y: number };
}

const moods: readonly Mood[] = [
  { key: 'bright', name: 'Bright', brightness: 100, mirek: 233 },
  { key: 'relax', name: 'Relax', brightness: 56.3, mirek: 447 },
  {
    key: 'sunset',
    name: 'Sunset',
    brightness: 40,
    mirek: 500,
    xy: { x: 0.5752, y: 0.385 },
  },
];

function actionOf(lamp: Lamp, mood: Mood): Record<string, unknown> {
  const model: LampModel = lampModels[lamp.model];
  const shade =
    mood.xy !== undefined && model.gamut !== undefined
      ? { color: { xy: mood.xy } }
      : model.whites !== undefined
        ? { color_temperature: { mirek: Math.min(mood.mirek, model.whites.maximum) } }
        : {};
  return {
    target: { rid: idOf(`light/${lamp.key}`), rtype: 'light' },
    action: {
      on: { on: true },
      ...(model.dimming ? { dimming: { brightness: mood.brightness } } : {}),
      ...shade,
    },
  };
}

const sceneId = (room: string, mood: string): string => idOf(`scene/${room}/${mood}`);

const furnishScenes = (): Resource[] =>
  roomPlans.flatMap((room) =>
    moods.map((mood) => ({
      id: sceneId(room.key, mood.key),
      type: 'scene',
      actions: room.lamps.map((lamp) => actionOf(lamp, mood)),
      palette: {
        color:
          mood.xy === undefined ? [] : [{ color: { xy: mood.xy }, dimming: { brightness: 40 } }],
        dimming: [{ brightness: mood.brightness }],
        color_temperature: [],
        effects: [],
      },
      metadata: {
        name: mood.name,
        image: { rid: idOf('public_image/sunset'), rtype: 'public_image' },
      },
      group: { rid: idOf(`room/${room.key}`), rtype: 'room' },
      speed: 0.5,
      auto_dynamic: false,
      status: { active: 'inactive' },
    })),
  );

const slot = (
  hour: number,
  minute: number,
  target: ResourceIdentifier,
): Record<string, unknown> => ({
  start_time: { kind: 'time', time: { hour, minute, second: 0 } },
  target,
});

function smartScene(room: string, name: string, active: boolean): Resource {
  const target = (mood: string): ResourceIdentifier => ({
    rid: sceneId(room, mood),
    rtype: 'scene',
  });
  return {
    id: idOf(`smart_scene/${room}`),
    type: 'smart_scene',
    metadata: { name },
    group: { rid: idOf(`room/${room}`), rtype: 'room' },
    week_timeslots: [
      {
        timeslots: [
          slot(7, 0, target('bright')),
          slot(17, 30, target('relax')),
          {
            start_time: { kind: 'sunset', time: { hour: 0, minute: 0, second: 0 } },
            target: target('sunset'),
          },
        ],
        recurrence: [...weekdays],
      },
    ],
    transition_duration: 60_000,
    active_timeslot: { timeslot_id: 0, weekday: 'monday' },
    state: active ? 'active' : 'inactive',
  };
}

/** Three scenes for each room; scenes that follow the day for three of them. */
export const furnishMoods = (): Resource[] => [
  ...furnishScenes(),
  smartScene('living-room', 'Natural light', true),
  smartScene('kitchen', 'Kitchen day', false),
  smartScene('bedroom', 'Wake and wind down', false),
];
