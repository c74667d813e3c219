import { readName } from '../name';
import { accept, refuse } from '../result';
import { readOffered } from './offered';
import type { LightWord } from './word';

/** What a lamp is for (Hue CLIP API reference). */
const functions = ['functional', 'decorative', 'mixed', 'unknown'];

/** `name`: what the lamp is called from now on. */
export const name: LightWord = {
  forGroups: false,
  read(value, { at }) {
    const called = readName(value, at);
    return called.ok ? accept({ body: { metadata: { name: called.value } } }) : called;
  },
};

/** `archetype`: what the lamp looks like, such as "floor_shade". */
export const archetype: LightWord = {
  forGroups: false,
  read(value, context) {
    const shape = readOffered(value, context, undefined, ['classic_bulb', 'floor_shade']);
    return shape.ok ? accept({ body: { metadata: { archetype: shape.value } } }) : shape;
  },
};

/** `function`: "functional", "decorative" or "mixed". */
export const lampFunction: LightWord = {
  forGroups: false,
  read: (value, { at }) =>
    typeof value === 'string' && functions.includes(value)
      ? accept({ body: { metadata: { function: value } } })
      : refuse(at, `one of ${functions.join(', ')}`, value),
};
