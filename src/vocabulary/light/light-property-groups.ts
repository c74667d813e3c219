/**
 * Words that set the same of a lamp: a message gives one of them, and the fields of the dialog
 * replace all of a group.
 */
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
