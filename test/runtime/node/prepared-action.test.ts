import assert from 'node:assert/strict';
import { BridgeClient } from '../../../src/bridge';
import { resolveClientLimits } from '../../../src/bridge/limits/client-limits';
import { PreparedAction } from '../../../src/runtime/node/prepared-action';
import { BridgeStore } from '../../../src/runtime/bridge/store/bridge-store';
import { StateReader } from '../../../src/bridge/state/state-reader';

describe('What an action node uses of its bridge', () => {
  const client = new BridgeClient({ host: '127.0.0.1', key: 'x', trust: { bridgeId: 'a' } });
  const bridge = {
    client,
    stateReader: new StateReader(client.stateCache, () => false),
    limits: resolveClientLimits(),
    showsStates: true,
    store: new BridgeStore({ userDirectory: undefined, nodeId: 'a', warn: () => undefined }),
  };
  after(() => client.close());

  let stopped: string[];
  let prepared: PreparedAction<() => void>;
  beforeEach(() => {
    stopped = [];
    prepared = new PreparedAction(
      bridge,
      () => undefined,
      () => stopped.push('connection'),
    );
  });
  const createPart = (name: string): { stop(): void } => ({ stop: () => stopped.push(name) });

  it('ends with the node: what shows its status, and what it sends by itself', () => {
    prepared.stopWithBridge(createPart('status'));
    prepared.stopWithBridge(undefined);
    prepared.stopWithBridge(createPart('source'));
    assert.deepEqual([prepared.isStopped, stopped], [false, []]);
    prepared.stop();
    assert.deepEqual([prepared.isStopped, stopped], [true, ['connection', 'status', 'source']]);
  });

  it('ends as soon as it has started, where the node was closed meanwhile', () => {
    prepared.stop();
    prepared.stopWithBridge(createPart('source'));
    assert.deepEqual(stopped, ['connection', 'source']);
  });
});
