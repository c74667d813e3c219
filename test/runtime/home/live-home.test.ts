import assert from 'node:assert/strict';
import { BridgeSession } from '../../../src/runtime/bridge/session';
import { LiveHome } from '../../../src/runtime/home/home-feed';
import { startSimulator } from '../../../src/simulator';
import { waitUntil } from '../../support/wait-until';

describe('A home that readers follow', () => {
  it('reports nothing after it was stopped, not even the state that it was reading', async () => {
    const simulator = await startSimulator();
    const { host, port, fingerprint, key } = simulator;
    const session = new BridgeSession(
      { settings: {} },
      { warn: (warning: unknown) => assert.fail(String(warning)) },
      {
        id: 'bridge',
        type: 'bridge-config',
        name: '',
        z: '',
        host,
        port: String(port),
        fingerprint,
      },
      { key },
    );
    try {
      const bridge = await session.open();
      const reloaded: string[] = [];
      const startHome = (name: string): LiveHome => {
        const home = new LiveHome(bridge, {
          onReloaded: () => reloaded.push(name),
          onChanged: () => undefined,
          onConnectionChanged: () => undefined,
        });
        home.start();
        return home;
      };
      const stopped = startHome('stopped');
      const followed = startHome('followed');
      stopped.stop();
      await waitUntil('the first state', () => reloaded.length > 0);
      await bridge.stateReader.read();
      followed.stop();
      assert.deepEqual(reloaded, ['followed']);
    } finally {
      await session.close();
      await simulator.stop();
    }
  });
});
