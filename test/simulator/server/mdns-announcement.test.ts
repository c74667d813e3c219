import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import Bonjour from 'bonjour-service';
import type { Service } from 'bonjour-service';
import { startSimulator } from '../../../src/simulator';

/** Two addresses of this machine that talk to each other alone, so that no network is needed. */
const [listenerAddress, simulatorAddress] = ['127.0.0.2', '127.0.0.3'];

describe('A simulator that announces itself', () => {
  let port: number;
  beforeEach(async () => {
    const socket = createSocket('udp4');
    socket.bind(0, simulatorAddress);
    await once(socket, 'listening');
    ({ port } = socket.address());
    socket.close();
  });

  it('is found by what is announced of it, and says goodbye', async () => {
    const options = { ip: listenerAddress, bind: simulatorAddress, port, multicast: false };
    const bonjour = new Bonjour(options);
    const found = new Promise<Service>((resolve) => {
      bonjour.find({ type: 'hue' }, resolve).on('down', () => markUnannounced());
    });
    let markUnannounced: () => void = () => undefined;
    const unannounced = new Promise<void>((resolve) => {
      markUnannounced = resolve;
    });
    const simulator = await startSimulator({
      bridgeId: '02a1b2fffec3d4e5',
      announce: {
        network: { ip: simulatorAddress, bind: listenerAddress, port, multicast: false },
      },
    });
    const service = await found;
    assert.equal(service.name, 'Lighting bridge simulator - C3D4E5');
    assert.equal(service.port, simulator.port);
    assert.deepEqual(service.addresses, ['127.0.0.1']);
    assert.deepEqual(service.txt, { bridgeid: '02a1b2fffec3d4e5', modelid: 'BSB002' });
    await simulator.stop();
    await unannounced;
    await new Promise<void>((resolve) => {
      bonjour.destroy(() => resolve());
    });
  });

  it('warns and goes on where it cannot', async () => {
    const blockingSocket = createSocket({ type: 'udp4', reuseAddr: false });
    blockingSocket.bind(port, listenerAddress);
    await once(blockingSocket, 'listening');
    const warnings: string[] = [];
    const simulator = await startSimulator({
      announce: { network: { bind: listenerAddress, port, multicast: false } },
      onWarning: (warning) => warnings.push(warning),
    });
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /^Cannot announce the bridge: .*EADDRINUSE/);
    await simulator.stop();
    blockingSocket.close();
  });
});
