import type { NodeAPI } from 'node-red';
import { sanitizeText } from '../../bridge/errors/sanitize-text';
import type { TranslatableStatusText } from './status-content';

/** Root of the status texts: `status` in nodes/locales/<language>/bridge-config.json. */
const catalogueKey = '@lighting-bridge/node-red/bridge-config:status';

/** Translated texts per Node-RED instance: `RED._` is slow, and the language does not change. */
const translationCaches = new WeakMap<object, Map<string, string>>();
/** Maximum number of cached texts; above it, the cache is cleared. */
const maxTranslations = 500;
/** Longest name of a bridge in a status. A status shows about 20 characters. */
const maxBridgeNameLength = 12;

/** Returns the text of a status in the language of Node-RED. */
export function translateStatus(
  RED: Pick<NodeAPI, '_'>,
  { key, values, bridge }: TranslatableStatusText,
): string {
  const text = translate(RED, key, values);
  return bridge === undefined ? text : `${sanitizeText(bridge, maxBridgeNameLength)}: ${text}`;
}

function translate(
  RED: Pick<NodeAPI, '_'>,
  key: string,
  values: TranslatableStatusText['values'],
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
