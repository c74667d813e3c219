import { BridgeStore } from '../../../../src/runtime/bridge/store';

/** Saves states one after another in the store of a bridge, and reports each name once its state is on disk. */
async function run(userDirectory: string, prefix: string, count: number): Promise<void> {
  const store = new BridgeStore({
    userDirectory,
    nodeId: prefix,
    warn: (warning) => void process.send?.({ warning }),
  });
  store.identify({ bridgeId: '001788fffe0a0b0c' });
  for (let index = 0; index < count; index += 1) {
    const name = `${prefix} ${index}`;
    const lamps = [{ id: name, type: 'light', dimming: { brightness: index % 100 } }];
    const warning = await store.saveState(name, { lamps, scenes: [] });
    process.send?.(warning === undefined ? { saved: name } : { warning });
  }
  await store.close();
  process.disconnect();
}

const [, , userDirectory = '', prefix = '', count = '0'] = process.argv;
void run(userDirectory, prefix, Number(count));
