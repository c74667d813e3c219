import type { Members } from '../../resources';

/** Translations of the texts of example flows, by the English text. */
export type ExampleTexts = ReadonlyMap<string, string>;

/** Settings of nodes, groups and tabs that people read. */
const textSettings = ['name', 'label', 'info', 'template'] as const;

const paragraphBreak = '\n\n';

/**
 * Reads a file of `resources/examples/`.
 *
 * @returns the members that are texts; no texts if the content is not an object
 */
export const parseExampleTexts = (content: unknown): ExampleTexts =>
  new Map(
    Object.entries(typeof content === 'object' && content !== null ? content : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

/**
 * Translates the texts that people read in an example flow: names, labels, templates, and the
 * paragraphs of descriptions. A text without a translation stays in English.
 *
 * @returns a copy of the flow with translated texts
 */
export const translateExample = <FlowNode extends Members>(
  flow: readonly FlowNode[],
  texts: Pick<ExampleTexts, 'get'>,
): FlowNode[] => flow.map((node) => ({ ...node, ...translateTexts(node, texts) }));

function translateTexts(node: Members, texts: Pick<ExampleTexts, 'get'>): Record<string, string> {
  // A message can name a bridge.
  if (node['type'] === 'bridge-config') return {};
  const translate = (text: string): string => texts.get(text) ?? text;
  return Object.fromEntries(
    textSettings.flatMap((setting) => {
      const text = node[setting];
      return typeof text === 'string'
        ? [[setting, text.split(paragraphBreak).map(translate).join(paragraphBreak)]]
        : [];
    }),
  );
}
