import assert from 'node:assert/strict';
import type { ConnectionState } from '../../../src/bridge';
import { ShownConnections } from '../../../src/runtime/bridge/shown-connections';
import { stateOf } from '../status/support/shown-node';

/** A client whose connection changes when a test says so. */
function createClient() {
  const listeners = new Set<(state: ConnectionState) => void>();
  return {
    listeners,
    connectionState: stateOf('connected'),
    onConnectionChange(listener: (state: ConnectionState) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function createStatus() {
  const shown: string[] = [];
  return {
    shown,
    setConnection: ({ kind }: ConnectionState, bridge = 'own') =>
      void shown.push(`${bridge} ${kind}`),
    forgetConnection: (bridge = 'own') => void shown.push(`${bridge} forgotten`),
  };
}

describe('The connection in the status of many nodes', () => {
  it('has one listener at the client, which ends with the last of them', () => {
    const client = createClient();
    const connections = new ShownConnections(client);
    const [first, second] = [createStatus(), createStatus()];
    const shownInFirst = connections.show(first);
    const shownInSecond = connections.show(second, 'Garden');
    assert.equal(client.listeners.size, 1);
    for (const listener of client.listeners) listener(stateOf('away'));
    shownInFirst.stop();
    for (const listener of client.listeners) listener(stateOf('waiting'));
    shownInSecond.stop();
    assert.equal(client.listeners.size, 0);
    assert.deepEqual(first.shown, ['own connected', 'own away', 'own forgotten']);
    assert.deepEqual(second.shown, [
      'Garden connected',
      'Garden away',
      'Garden waiting',
      'Garden forgotten',
    ]);
  });

  it('is shown again after the last of them has ended', () => {
    const client = createClient();
    const connections = new ShownConnections(client);
    connections.show(createStatus()).stop();
    const status = createStatus();
    connections.show(status);
    for (const listener of client.listeners) listener(stateOf('away'));
    assert.deepEqual(status.shown, ['own connected', 'own away']);
  });
});
