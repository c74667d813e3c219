import { fillPlaceholders } from '../../resources/values/fill-placeholders';
import { toReadableTypeName } from '../../resources/values/identifiers';
import type { Choice } from '../fields/controls';

type TranslationValues = Record<string, string | number>;

export type Translate = (key: string, values?: TranslationValues) => string;

/** @param catalogue a node type, or `editor` for the shared catalogue of dialogs */
export const createTranslator =
  (catalogue: string): Translate =>
  (key, values = {}) => {
    const text = RED._(`@lighting-bridge/node-red/${catalogue}:${key}`, {
      ...values,
      // Node-RED would also fill placeholders in values.
      skipInterpolation: true,
    });
    const valuesByName = new Map(Object.entries(values));
    return fillPlaceholders(text, (name) => valuesByName.get(name));
  };

export const translateShared: Translate = createTranslator('editor');

/** Labels are `<prefix>.<value>`. */
export const translateChoices = (prefix: string, values: readonly string[]): Choice[] =>
  values.map((value) => [value, translateShared(`${prefix}.${value}`)]);

/**
 * A word of the bridge without a text stays in English.
 *
 * @param key ends with the word, such as `home.update.ready_to_install`
 */
export const translateWord = (key: string, translate = translateShared): string =>
  findText(translate, key) ?? key.slice(key.lastIndexOf('.') + 1).replaceAll('_', ' ');

/** Returns undefined for a missing key. */
export function findText(translate: Translate, key: string): string | undefined {
  const text = translate(key);
  return text.endsWith(key) ? undefined : text;
}

/** A type without a label gets its name in words. */
export const getResourceTypeLabel = (rtype: string): string =>
  findText(translateShared, `rtype.${rtype}`) ?? toReadableTypeName(rtype).toLowerCase();
