import type { NodeAPI } from 'node-red';
import type { TranslatableStatusText } from './status-content';

/** Root of the status texts: `status` in nodes/locales/<language>/bridge-config.json. */
const catalogueKey = '@lighting-bridge/node-red/bridge-config:status';

/** Translated texts per Node-RED instance: `RED._` is slow, and the language does not change. */
const translationCaches = new WeakMap<object, Map<string, string>>();
/** Number of cached texts at which the cache is cleared. */
const maxTranslations = 500;

/** The text of a status in the language of Node-RED. */
export function translateStatus(
  RED: Pick<NodeAPI, '_'>,
  { key, values }: TranslatableStatusText,
): string {
  const translations = translationCaches.get(RED) ?? new Map<string, string>();
  translationCaches.set(RED, translations);
  const cacheKey = `${key} ${JSON.stringify(values)}`;
  const cached = translations.get(cacheKey);
  if (cached !== undefined) return cached;
  const text = RED._(`${catalogueKey}.${key}`, values);
  if (translations.size >= maxTranslations) translations.clear();
  translations.set(cacheKey, text);
  return text;
}
