import { parseName } from '../../parsing/parse-scalars';
import { accept, refuse, mapResult } from '../../parsing/parse-result';
import { parseSupportedName } from '../lamp-abilities';
import type { LightCommandProperties } from '../light-property';

/** Hue CLIP API reference. */
const functionNames = ['functional', 'decorative', 'mixed', 'unknown'];

export const metadataProperties: LightCommandProperties = {
  name: {
    groupSupport: 'none',
    parse: (value, { at }) =>
      mapResult(parseName(value, at), (name) => ({ body: { metadata: { name } } })),
  },

  archetype: {
    groupSupport: 'none',
    parse: (value, context) =>
      mapResult(
        parseSupportedName(value, context, undefined, ['classic_bulb', 'floor_shade']),
        (archetype) => ({ body: { metadata: { archetype } } }),
      ),
  },

  function: {
    groupSupport: 'none',
    parse: (value, { at }) =>
      typeof value === 'string' && functionNames.includes(value)
        ? accept({ body: { metadata: { function: value } } })
        : refuse(at, { kind: 'oneOf', values: functionNames }, value),
  },
};
