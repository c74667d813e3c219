import type { Members } from '../../resources/members';

/** By the English text. */
export type ExampleTexts = ReadonlyMap<string, string>;

/** Texts that people read. */
const textSettings = ['name', 'label', 'info', 'template'] as const;

const paragraphBreak = '\n\n';

/**
 * @param content of a file of `resources/examples/`
 * @returns its texts; none if it is no object
 */
export const parseExampleTexts = (content: unknown): ExampleTexts =>
  new Map(
    Object.entries(typeof content === 'object' && content !== null ? content : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

/**
 * Translates names, labels, templates, and paragraphs of descriptions in a copy. A text without a translation stays in
 * English.
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
