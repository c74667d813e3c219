import assert from 'node:assert/strict';
import { join } from 'node:path';
import { packageFolder } from '../../scripts/node-red/user-directory';
import { chooseLanguage, originalLanguage } from '../../src/simulator/page/language';
import { listLanguages } from '../editor/languages/language-files';

describe('The language of the page of the simulator', () => {
  it('is the first one of the browser that has a catalogue', () => {
    const choices: [preferred: string[], language: string][] = [
      [['de'], 'de'],
      [['de-AT'], 'de'],
      [['PT-pt'], 'pt-BR'],
      [['es-419'], 'es-ES'],
      [['nl', 'it-CH', 'fr-CH', 'de'], 'fr'],
      [['en-GB', 'de'], 'en-US'],
      [['zh'], 'zh-CN'],
      [['zh-Hant'], 'zh-TW'],
      [['zh-HK'], 'zh-TW'],
      [['zh-Hans-TW'], 'zh-CN'],
      [['nl', '', '../de', 'C', 'en-US@posix'], 'en-US'],
      [['nl'], 'en-US'],
      [[], 'en-US'],
    ];
    for (const [preferred, language] of choices)
      assert.equal(chooseLanguage(preferred), language, preferred.join());
  });

  it('may be each that has a catalogue', () => {
    const folder = join(packageFolder, 'src', 'simulator', 'page', 'locales');
    for (const language of [...listLanguages(folder), originalLanguage])
      assert.equal(chooseLanguage([language]), language);
  });
});
