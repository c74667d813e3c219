import { parseExampleTexts, translateExample } from './example-texts';
import type { ExampleTexts } from './example-texts';

/** URL in Node-RED's import dialog. A folder ends with a slash. */
const exampleUrl = /^library\/examples\/flows\/@lighting-bridge\/node-red\/[^/]+$/;

/** Translates while Node-RED's import dialog reads; an example without a translation stays in English. */
export function translateImportedExamples(): void {
  $.ajaxPrefilter((request) => {
    const { url = '', success } = request;
    const language = RED.i18n.lang();
    if (!exampleUrl.test(url) || language === 'en-US') return;
    // The import dialog passes one function (Node-RED 4.1 and 5: clipboard.js).
    if (typeof success !== 'function') return;
    request.success = function (flow: unknown, ...rest) {
      void readTranslated(flow, language).then((translated) =>
        success.call(this, translated, ...rest),
      );
    };
  });
}

const readTranslated = async (flow: unknown, language: string): Promise<unknown> =>
  Array.isArray(flow) ? translateExample(flow, await readExampleTexts(language)) : flow;

const readExampleTexts = (language: string): Promise<ExampleTexts> =>
  new Promise((resolve) => {
    $.getJSON(`resources/@lighting-bridge/node-red/examples/${language}.json`)
      .done((content: unknown) => resolve(parseExampleTexts(content)))
      .fail(() => resolve(new Map()));
  });
