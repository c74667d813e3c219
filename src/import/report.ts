import { readText } from './flow';
import type { FlowNode } from './flow';

/**
 * Of a node:
 *
 * - `rewritten`: the new node does the same.
 * - `different`: the new node differs, as a sentence describes.
 * - `needs-a-look`: a person must first do what the sentence says.
 * - `no-counterpart`: the node stays as it is.
 */
export const importOutcomes = ['rewritten', 'different', 'needs-a-look', 'no-counterpart'] as const;

export type ImportOutcome = (typeof importOutcomes)[number];

/** A text of the catalogue `import.sentence`. */
export interface ImportSentence {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface ImportEntry {
  /** Before and after the import. */
  readonly id: string;
  readonly name: string;
  /** Label of the flow, or name of the subflow; empty for a configuration node. */
  readonly tab: string;
  /** Before the import. */
  readonly type: string;
  readonly outcome: ImportOutcome;
  readonly sentences: readonly ImportSentence[];
}

/** A longer name or value is a mistake or an attack. */
const maxValueLength = 200;
const redacted = '…';

/** The entries never contain a key. */
export class ImportReport {
  readonly #entries = new Map<string, ImportEntry>();
  readonly #tabs: ReadonlyMap<string, string>;
  readonly #keys: readonly string[];

  /** @param keys to remove from every entry */
  constructor(nodes: readonly FlowNode[], keys: readonly string[]) {
    this.#keys = keys;
    this.#tabs = new Map(
      nodes
        .filter(({ type }) => type === 'tab' || type === 'subflow')
        .map((node) => [node.id, readText(node, 'label') || readText(node, 'name')]),
    );
  }

  /** @param key of a sentence in the catalogue */
  add(
    node: FlowNode,
    outcome: ImportOutcome,
    key: string,
    values?: ImportSentence['values'],
  ): void {
    this.addAll(node, outcome, [toSentence(key, values)]);
  }

  /** Of several outcomes, the one that asks most of a person counts. */
  addAll(node: FlowNode, outcome: ImportOutcome, sentences: readonly ImportSentence[]): void {
    const before = this.#entries.get(node.id);
    const rank = Math.max(
      ...[before?.outcome ?? outcome, outcome].map((one) => importOutcomes.indexOf(one)),
    );
    this.#entries.set(node.id, {
      id: this.#clean(node.id),
      name: this.#clean(readText(node, 'name') || readText(node, 'label')),
      tab: this.#clean(this.#tabs.get(readText(node, 'z')) ?? ''),
      type: this.#clean(node.type),
      outcome: importOutcomes[rank] ?? outcome,
      sentences: [
        ...(before?.sentences ?? []),
        ...sentences.map(({ key, values }) => ({
          key,
          values: Object.fromEntries(
            Object.entries(values).map(([name, value]) => [name, this.#clean(value)]),
          ),
        })),
      ],
    });
  }

  /** @returns entries in the order in which their nodes were first named */
  list(): readonly ImportEntry[] {
    return [...this.#entries.values()];
  }

  #clean(text: string): string {
    const clean = this.#keys.reduce((cleaned, key) => cleaned.replaceAll(key, redacted), text);
    return clean.length > maxValueLength ? `${clean.slice(0, maxValueLength)}${redacted}` : clean;
  }
}

export const toSentence = (key: string, values: ImportSentence['values'] = {}): ImportSentence => ({
  key,
  values,
});
