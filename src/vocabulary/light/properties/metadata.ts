import { parseName } from '../../parsing/parse-name';
import { acceptValue, refuseValue } from '../../parsing/parse-result';
import { parseSupportedName } from '../parse-supported-name';
import type { LightProperty } from '../light-property';

/** What a lamp is for (Hue CLIP API reference). */
const functionNames = ['functional', 'decorative', 'mixed', 'unknown'];

/** `name`: the new name of the lamp. */
export const nameProperty: LightProperty = {
  groupSupport: 'none',
  parse(value, { at }) {
    const parsedName = parseName(value, at);
    return parsedName.ok
      ? acceptValue({ body: { metadata: { name: parsedName.value } } })
      : parsedName;
  },
};

/** `archetype`: what the lamp looks like, such as "floor_shade". */
export const archetypeProperty: LightProperty = {
  groupSupport: 'none',
  parse(value, context) {
    const parsedArchetype = parseSupportedName(value, context, undefined, [
      'classic_bulb',
      'floor_shade',
    ]);
    return parsedArchetype.ok
      ? acceptValue({ body: { metadata: { archetype: parsedArchetype.value } } })
      : parsedArchetype;
  },
};

/** `function`: "functional", "decorative" or "mixed". */
export const functionProperty: LightProperty = {
  groupSupport: 'none',
  parse: (value, { at }) =>
    typeof value === 'string' && functionNames.includes(value)
      ? acceptValue({ body: { metadata: { function: value } } })
      : refuseValue(at, `one of ${functionNames.join(', ')}`, value),
};
