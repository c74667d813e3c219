import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { packageFolder } from '../../../scripts/node-red/user-directory';
import { isObject } from '../../../src/resources/members';

/** Members beside the settings. */
const ofEveryNode: ReadonlySet<string> = new Set(
  'id type z g x y wires d l info icon inputLabels outputLabels credentials'.split(' '),
);

/** Stands for all browser objects. */
const anything: object = new Proxy(() => undefined, {
  get: (_target, name): unknown => (name === Symbol.toPrimitive ? () => '' : anything),
  apply: () => anything,
});

const known = new Map<string, readonly string[]>();

/** Reads `defaults` of the built node. */
export function listSettings(type: string): readonly string[] {
  const before = known.get(type);
  if (before !== undefined) return before;
  const page = readFileSync(join(packageFolder, 'dist', 'nodes', `${type}.html`), 'utf8');
  const script = /<script type="text\/javascript">([^]*)<\/script>/.exec(page)?.[1] ?? '';
  const registerType = (name: string, definition: unknown): void => {
    const defaults = isObject(definition) ? definition['defaults'] : undefined;
    known.set(name, isObject(defaults) ? Object.keys(defaults) : []);
  };
  runInNewContext(script, { RED: { nodes: { registerType } }, lightingBridge: anything });
  const found = known.get(type);
  assert.ok(found !== undefined && found.length > 0, `${type}.html registers no settings.`);
  return found;
}

/**
 * Returns sentences.
 *
 * @param settings of the type
 */
export function findSettingProblems(
  file: string,
  node: { readonly id: string; readonly type: string },
  settings: readonly string[],
): string[] {
  const present = Object.keys(node).filter((name) => !ofEveryNode.has(name));
  const unknown = present.filter((name) => !settings.includes(name));
  const lacking = settings.filter((name) => !present.includes(name));
  return [
    ...unknown.map((name) => `${file}: ${node.type} "${node.id}" has an unknown setting ${name}`),
    ...lacking.map((name) => `${file}: ${node.type} "${node.id}" lacks the setting ${name}`),
  ];
}
