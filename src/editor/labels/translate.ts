import { fillPlaceholders } from '../../resources/values/fill-placeholders';
import { toReadableTypeName } from '../../resources/values/resource-type-name';
import type { Choice } from '../fields/controls';

type TranslationValues = Record<string, string | number>;

export type Translate = (key: string, values?: TranslationValues) => string;

/**
 * Creates the translate function of a message catalogue.
 *
 * @param catalogue name of a node type, or `editor` for the catalogue that all dialogs share
 */
export const createTranslator =
  (catalogue: string): Translate =>
  (key, values = {}) => {
    const text = RED._(`@lighting-bridge/node-red/${catalogue}:${key}`, {
      ...values,
      // Node-RED would also fill what looks like a placeholder in a value.
      skipInterpolation: true,
    });
    const valuesByName = new Map(Object.entries(values));
    return fillPlaceholders(text, (name) => valuesByName.get(name));
  };

export const translateShared: Translate = createTranslator('editor');

/** Returns values with their labels, the texts of `<prefix>.<value>`. */
export const translateChoices = (prefix: string, values: readonly string[]): Choice[] =>
  values.map((value) => [value, translateShared(`${prefix}.${value}`)]);

/**
 * Returns the text for a word of the bridge. A word without a text stays in English.
 *
 * @param key key of the text, with the word at its end, such as `home.update.ready_to_install`
 */
export const translateWord = (key: string, translate = translateShared): string =>
  findText(translate, key) ?? key.slice(key.lastIndexOf('.') + 1).replaceAll('_', ' ');

/** Returns the text of a key that may be missing; undefined if the catalogue lacks it. */
export function findText(translate: Translate, key: string): string | undefined {
  const text = translate(key);
  return text.endsWith(key) ? undefined : text;
}

/** Returns the translated label of a resource type; its name in words if it has none. */
export const getResourceTypeLabel = (rtype: string): string =>
  findText(translateShared, `rtype.${rtype}`) ?? toReadableTypeName(rtype).toLowerCase();
