import { join } from 'node:path';
import { startSimulator } from '../../src/simulator';
import { startMqttBroker } from './mqtt-broker';
import type { SimulatorConnection } from './start-flows';
import type { StartPorts } from './start-ports';

/** On loopback. */
export interface RunningHome {
  home: SimulatorConnection;
  /** Address of the simulator's page. */
  pageUrl: string;
  stop: () => Promise<void>;
}

/** @param folder keeps certificate, keys and lamp states from start to start */
export async function startHome(folder: string, ports: StartPorts): Promise<RunningHome> {
  const simulator = await startSimulator({
    port: ports.bridge,
    controlPort: ports.control,
    certificateFolder: join(folder, 'simulator'),
    stateFile: join(folder, 'home.json'),
    saveState: true,
    announce: true,
    onWarning: (warning) => console.warn(warning),
  });
  try {
    const broker = await startMqttBroker(ports.broker);
    const { host, port, fingerprint, bridgeId, key } = simulator;
    return {
      home: { host, port, fingerprint, bridgeId, key, brokerPort: broker.port },
      pageUrl: simulator.controlUrl ?? '',
      stop: async () => {
        await broker.stop();
        await simulator.stop();
      },
    };
  } catch (error) {
    await simulator.stop();
    throw error;
  }
}
