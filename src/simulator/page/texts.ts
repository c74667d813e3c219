import { isObject } from '../../resources/members';
import { chooseLanguage, originalLanguage } from './language';
import english from './locales/en-US.json';

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPluralForm<Key extends string> = Key extends `${infer Name}_${PluralForm}` ? Name : Key;

/** A text with plural forms is named without its form. */
export type TextName = WithoutPluralForm<keyof typeof english>;

/** For placeholders such as `__name__`; `count` selects the plural form. */
type TextValues = Readonly<Record<string, string | number>>;

interface Catalogue {
  language: string;
  texts: ReadonlyMap<string, unknown>;
}

const originalCatalogue: Catalogue = {
  language: originalLanguage,
  texts: new Map(Object.entries(english)),
};
let catalogue = originalCatalogue;

/** English stays if they cannot be loaded. */
export async function loadTexts(): Promise<void> {
  const language = chooseLanguage(navigator.languages);
  if (language !== originalLanguage) catalogue = await fetchCatalogue(language);
  document.documentElement.lang = catalogue.language;
}

async function fetchCatalogue(language: string): Promise<Catalogue> {
  try {
    const response = await fetch(`locales/${language}.json`);
    const content: unknown = await response.json();
    if (response.ok && isObject(content))
      return { language, texts: new Map(Object.entries(content)) };
  } catch {
    // Missing, or no JSON.
  }
  return originalCatalogue;
}

/**
 * In English if the language lacks the text.
 *
 * @param values numbers are written as the language writes them
 */
export const getText = (name: TextName, values: TextValues = {}): string =>
  formatText(catalogue, name, values) ?? formatText(originalCatalogue, name, values) ?? name;

function formatText(
  { language, texts }: Catalogue,
  name: string,
  values: TextValues,
): string | undefined {
  const { count } = values;
  const form = typeof count === 'number' ? new Intl.PluralRules(language).select(count) : '';
  const text = texts.get(`${name}_${form}`) ?? texts.get(name);
  if (typeof text !== 'string') return undefined;
  return text.replaceAll(/__(\w+?)__/gu, (placeholder, key: string) => {
    const value = values[key] ?? placeholder;
    return typeof value === 'number' ? formatNumberIn(language, value) : value;
  });
}

export const formatNumber = (value: number, decimals: number): string =>
  formatNumberIn(catalogue.language, value, decimals);

const formatNumberIn = (language: string, value: number, decimals = 0): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'min2',
  }).format(value);

/**
 * For a value of the service, such as the state of an update.
 *
 * @param group first part of the name of the text
 * @returns `some value` for `some_value` without text
 */
export function getValueText(group: string, value: string): string {
  const name = `${group}.${value}`;
  return isTextName(name) ? getText(name) : value.replaceAll('_', ' ');
}

const isTextName = (name: string): name is TextName & keyof typeof english =>
  Object.hasOwn(english, name);

/** Elements name their texts with `data-text` or `data-label`. */
export function showPageTexts(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-text], [data-label]')) {
    const { text, label } = element.dataset;
    if (text !== undefined) element.textContent = getValidText(text);
    if (label !== undefined) element.setAttribute('aria-label', getValidText(label));
  }
}

/** @throws Error for an unknown name: page and script are of different versions */
function getValidText(name: string): string {
  if (!isTextName(name)) throw new Error(`There is no text "${name}".`);
  return getText(name);
}
