import type { Lamp } from './lamps';

/** A room of the furnished home: what stands in it. */
export interface RoomPlan {
  key: string;
  name: string;
  archetype: string;
  lamps: readonly Lamp[];
  /** Keys of the other devices in it. */
  devices: readonly string[];
}

/** The eight rooms with their thirty lamps. */
export const roomPlans: readonly RoomPlan[] = [
  {
    key: 'living-room',
    name: 'Living room',
    archetype: 'living_room',
    lamps: [
      { key: 'living-ceiling', name: 'Ceiling lamp', model: 'color', on: true, brightness: 79.84 },
      { key: 'living-floor', name: 'Floor lamp', model: 'color', on: true, brightness: 40.32 },
      {
        key: 'sofa-left',
        name: 'Sofa left',
        model: 'oldColor',
        on: true,
        brightness: 49.8,
        xy: { x: 0.5614, y: 0.3962 },
      },
      { key: 'sofa-right', name: 'Sofa right', model: 'oldColor', brightness: 49.8 },
      {
        key: 'tv-strip',
        name: 'TV strip',
        model: 'gradientStrip',
        on: true,
        brightness: 60.08,
        xy: { x: 0.1684, y: 0.0811 },
      },
      { key: 'window-plug', name: 'Window star', model: 'plug' },
    ],
    devices: ['living-dimmer', 'chime'],
  },
  {
    key: 'kitchen',
    name: 'Kitchen',
    archetype: 'kitchen',
    lamps: [
      { key: 'counter-strip', name: 'Counter strip', model: 'color', on: true, brightness: 100 },
      { key: 'kitchen-spot-1', name: 'Kitchen spot 1', model: 'wideWhite', on: true, mirek: 250 },
      { key: 'kitchen-spot-2', name: 'Kitchen spot 2', model: 'wideWhite', on: true, mirek: 250 },
      { key: 'kitchen-spot-3', name: 'Kitchen spot 3', model: 'wideWhite', mirek: 250 },
      { key: 'coffee-machine', name: 'Coffee machine', model: 'plug', on: true },
    ],
    devices: ['kitchen-motion', 'wall-switch'],
  },
  {
    key: 'dining-room',
    name: 'Dining room',
    archetype: 'dining',
    lamps: [
      { key: 'table-left', name: 'Table pendant left', model: 'white', brightness: 30.04 },
      { key: 'table-right', name: 'Table pendant right', model: 'white', brightness: 30.04 },
      { key: 'sideboard', name: 'Sideboard strip', model: 'colorStrip' },
    ],
    devices: [],
  },
  {
    key: 'bedroom',
    name: 'Bedroom',
    archetype: 'bedroom',
    lamps: [
      { key: 'bedroom-ceiling', name: 'Bedroom ceiling', model: 'white', mirek: 400 },
      { key: 'bedside-left', name: 'Bedside left', model: 'color', on: true, brightness: 20.16 },
      { key: 'bedside-right', name: 'Bedside right', model: 'color', brightness: 20.16 },
      { key: 'wardrobe', name: 'Wardrobe strip', model: 'colorStrip' },
    ],
    devices: ['bedroom-dial', 'bedroom-window'],
  },
  {
    key: 'zoes-room',
    name: 'Zoë’s room',
    archetype: 'kids_bedroom',
    lamps: [
      { key: 'zoe-ceiling', name: 'Zoë’s ceiling', model: 'color', brightness: 90.12 },
      {
        key: 'zoe-moon',
        name: 'Moon 🌙',
        model: 'color',
        on: true,
        brightness: 5.14,
        xy: { x: 0.5267, y: 0.4133 },
      },
      { key: 'zoe-desk', name: 'Desk lamp', model: 'dimmable' },
    ],
    devices: [],
  },
  {
    key: 'bathroom',
    name: 'Bathroom',
    archetype: 'bathroom',
    lamps: [
      { key: 'mirror', name: 'Mirror', model: 'white', mirek: 233 },
      { key: 'bathroom-ceiling', name: 'Bathroom ceiling', model: 'dimmable' },
    ],
    devices: ['bathroom-motion'],
  },
  {
    key: 'hallway',
    name: 'Hallway',
    archetype: 'hallway',
    lamps: [
      { key: 'hallway-ceiling', name: 'Hallway ceiling', model: 'dimmable', on: true },
      { key: 'stairs', name: 'Stairs', model: 'dimmable' },
      { key: 'coat-rack', name: 'Coat rack', model: 'dimmable', brightness: 60.08 },
    ],
    devices: ['hallway-motion', 'hallway-tap', 'front-door', 'doorbell'],
  },
  {
    key: 'garden',
    name: 'Garden',
    archetype: 'garden',
    lamps: [
      { key: 'path-1', name: 'Path lamp 1', model: 'colorStrip' },
      { key: 'path-2', name: 'Path lamp 2', model: 'colorStrip' },
      { key: 'garden-wall', name: 'Garden wall', model: 'oldColor' },
      { key: 'fountain', name: 'Fountain', model: 'plug' },
    ],
    devices: ['garden-motion'],
  },
];

/** A zone of the furnished home: lamps of several rooms. */
export interface ZonePlan {
  key: string;
  name: string;
  archetype: string;
  lamps: readonly string[];
}

/** The two zones. */
export const zonePlans: readonly ZonePlan[] = [
  {
    key: 'downstairs',
    name: 'Downstairs',
    archetype: 'downstairs',
    lamps: [
      'living-ceiling',
      'living-floor',
      'sofa-left',
      'sofa-right',
      'tv-strip',
      'counter-strip',
      'kitchen-spot-1',
      'kitchen-spot-2',
      'kitchen-spot-3',
      'table-left',
      'table-right',
      'sideboard',
      'hallway-ceiling',
    ],
  },
  {
    key: 'reading',
    name: 'Reading corner 📖',
    archetype: 'reading',
    lamps: ['living-floor', 'sofa-left', 'bedside-left', 'zoe-desk'],
  },
];
