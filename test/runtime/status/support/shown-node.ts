import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeStatus } from 'node-red';
import { BridgeError } from '../../../../src/bridge';
import type { ConnectionState } from '../../../../src/bridge';
import { getNestedMember } from '../../../../src/resources/members';
import { packageFolder } from '../../../../scripts/node-red/user-directory';

const file = join(packageFolder, 'nodes', 'locales', 'en-US', 'bridge-config.json');
export const catalogue: unknown = JSON.parse(readFileSync(file, 'utf8'));

/** Looks a text up and fills it in, as Node-RED does. */
export function translate(key: string, values: Record<string, string | number> = {}): string {
  const path = key.replace('@lighting-bridge/node-red/bridge-config:', '').split('.');
  const text = getNestedMember(catalogue, ...path);
  assert.ok(typeof text === 'string', `The catalogue has no ${key}.`);
  return text.replace(/__(\w+)__/g, (_whole, name: string) => String(values[name]));
}

export const stateOf = (kind: ConnectionState['kind']): ConnectionState => ({
  kind,
  since: new Date(Date.now() - 60_000),
  mode: 'polling',
  queued: 7,
  requestsPerMinute: 0,
});

export const invalid = (reason?: string): BridgeError =>
  new BridgeError('ERR_BRIDGE_INVALID_COMMAND', 'No.', reason === undefined ? {} : { reason });

/** Stands for a node of Node-RED. */
export class Shown {
  readonly looks: string[] = [];
  readonly sentences: unknown[] = [];
  readonly #events = new EventEmitter();

  status(look: string | NodeStatus): void {
    const { fill, shape, text } = typeof look === 'string' ? { text: look } : look;
    this.looks.push(`${fill} ${shape} ${text}`);
    this.#events.emit('look');
  }

  error(sentence: unknown): void {
    this.sentences.push(sentence);
  }

  async next(): Promise<void> {
    await once(this.#events, 'look');
  }
}
