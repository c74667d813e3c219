import type { Members } from '../../resources';

/** Translations of the texts of example flows, by the English text. */
export type ExampleTexts = ReadonlyMap<string, string>;

/** Settings of nodes, groups and tabs that people read. */
const textSettings = ['name', 'label', 'info', 'template'] as const;

type Node = Members;

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
 * Lists the texts of a flow that need a translation: names, labels, templates, and the paragraphs
 * of descriptions. Omits code and texts without words.
 */
export const listExampleTexts = (flow: readonly Node[]): readonly string[] => {
  const found = new Set<string>();
  mapTexts(flow, (text) => {
    if (/\p{Letter}{2}/u.test(text) && !text.startsWith('    ')) found.add(text);
    return text;
  });
  return [...found];
};

/**
 * Translates the texts that people read in an example flow. A text without a translation stays in
 * English.
 *
 * @returns a copy of the flow with translated texts
 */
export const translateExample = <FlowNode extends Node>(
  flow: readonly FlowNode[],
  texts: ExampleTexts,
): FlowNode[] => mapTexts(flow, (text) => texts.get(text) ?? text);

const mapTexts = <FlowNode extends Node>(
  flow: readonly FlowNode[],
  change: (text: string) => string,
): FlowNode[] => flow.map((node) => ({ ...node, ...changeTexts(node, change) }));

function changeTexts(node: Node, change: (text: string) => string): Record<string, string> {
  // A message can name a bridge.
  if (node['type'] === 'bridge-config') return {};
  return Object.fromEntries(
    textSettings.flatMap((setting) => {
      const text = node[setting];
      return typeof text === 'string'
        ? [[setting, text.split(paragraphBreak).map(change).join(paragraphBreak)]]
        : [];
    }),
  );
}
