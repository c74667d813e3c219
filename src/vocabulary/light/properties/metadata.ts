import { parseName } from '../../parsing/parse-name';
import { createParseSuccess, createInvalidValueResult } from '../../parsing/parse-result';
import { parseSupportedName } from '../parse-supported-name';
import type { LightCommandProperty } from '../light-property';

/** Hue CLIP API reference. */
const functionNames = ['functional', 'decorative', 'mixed', 'unknown'];

export const nameCommandProperty: LightCommandProperty = {
  groupSupport: 'none',
  parse(value, { at }) {
    const parsedName = parseName(value, at);
    return parsedName.ok
      ? createParseSuccess({ body: { metadata: { name: parsedName.value } } })
      : parsedName;
  },
};

/** `archetype`: the kind of lamp, such as "floor_shade". */
export const archetypeCommandProperty: LightCommandProperty = {
  groupSupport: 'none',
  parse(value, context) {
    const parsedArchetype = parseSupportedName(value, context, undefined, [
      'classic_bulb',
      'floor_shade',
    ]);
    return parsedArchetype.ok
      ? createParseSuccess({ body: { metadata: { archetype: parsedArchetype.value } } })
      : parsedArchetype;
  },
};

/** `function`: "functional", "decorative" or "mixed". */
export const functionCommandProperty: LightCommandProperty = {
  groupSupport: 'none',
  parse: (value, { at }) =>
    typeof value === 'string' && functionNames.includes(value)
      ? createParseSuccess({ body: { metadata: { function: value } } })
      : createInvalidValueResult(at, { kind: 'oneOf', values: functionNames }, value),
};
