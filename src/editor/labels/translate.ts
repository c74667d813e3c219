import { fillPlaceholders, formatProblem } from '../../resources/problems';
import { toReadableTypeName } from '../../resources/identifiers';
import type { Choice } from '../fields/controls';
import { toDescribedProblem } from '../../resources/describe-problem';
import type { BodyProblem, ProblemValue, TranslateProblemText } from '../../resources/problems';

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
export const translateBridgeValue = (key: string, translate = translateShared): string =>
  findText(translate, key) ?? key.slice(key.lastIndexOf('.') + 1).replaceAll('_', ' ');

/** Returns undefined for a missing key. */
export function findText(translate: Translate, key: string): string | undefined {
  const text = translate(key);
  return text.endsWith(key) ? undefined : text;
}

/** A type without a label gets its name in words. */
export const getResourceTypeLabel = (rtype: string): string =>
  findText(translateShared, `rtype.${rtype}`) ?? toReadableTypeName(rtype).toLowerCase();

/** Translates a text about a wrong value. */
export const translateProblemText: TranslateProblemText = (text) =>
  typeof text === 'string'
    ? text
    : translateShared(
        `invalid.${text.kind}`,
        Object.fromEntries(
          Object.entries(text).map(([name, value]) => [name, format(name, value)]),
        ),
      );

function format(name: string, value: ProblemValue): string | number {
  // The runtime puts "setting" before a path.
  if (typeof value === 'string') return name === 'path' ? value.replace(/^setting /, '') : value;
  if (typeof value === 'number') return value;
  if ('kind' in value) return translateProblemText(value);
  const words = name === 'types' ? value.map(getResourceTypeLabel) : value;
  return words.join(', ');
}

/** Returns one sentence. */
export const translateProblem = (problem: BodyProblem): string =>
  formatProblem(toDescribedProblem(problem), translateProblemText);
