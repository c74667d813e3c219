/** With a catalogue in `locales/`. */
const languages = ['en-US', 'de', 'es-ES', 'fr', 'ja', 'ko', 'pt-BR', 'ru', 'zh-CN', 'zh-TW'];

/** For texts that a catalogue lacks. */
export const originalLanguage = 'en-US';

/**
 * @param preferred languages of the browser, such as `de-AT` and `zh-Hant`, the preferred one first
 * @returns the first one that has a catalogue, in any region; otherwise English
 */
export const chooseLanguage = (preferred: readonly string[]): string =>
  preferred.map(findCatalogue).find((language) => language !== undefined) ?? originalLanguage;

function findCatalogue(tag: string): string | undefined {
  const [language = '', ...subtags] = tag.toLowerCase().split('-');
  if (language === 'zh') return isTraditional(subtags) ? 'zh-TW' : 'zh-CN';
  return languages.find((name) => name.split('-', 1)[0] === language);
}

/** They write Chinese in traditional characters, unless the tag names the script. */
const traditionalRegions: ReadonlySet<string> = new Set(['tw', 'hk', 'mo']);

const isTraditional = (subtags: readonly string[]): boolean =>
  subtags.includes('hant') ||
  (!subtags.includes('hans') && subtags.some((subtag) => traditionalRegions.has(subtag)));
