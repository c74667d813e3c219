/** Words of a group set the same of a lamp: a message gives one of them, and the dialog replaces all of them. */
export const lightPropertyGroups = {
  on: ['on', 'toggle', 'turnOn'],
  brightness: ['brightness', 'dim'],
  color: [
    'color',
    'hex',
    'rgb',
    'hsv',
    'xy',
    'kelvin',
    'mirek',
    'hue',
    'saturation',
    'mix',
    'gradient',
    'effect',
    'timedEffect',
    'sunrise',
    'sunset',
  ],
} as const;
