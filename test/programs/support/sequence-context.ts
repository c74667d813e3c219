import { colorLamp } from '../../vocabulary/support/sample-resources';

/** What the parser of a sequence for a lamp gets beside the command. */
export const context = {
  at: 'payload',
  lamp: colorLamp,
  kind: 'light',
  shortestStep: 100,
  seed: 7,
} as const;
