const usualPort = 1880;

/** Ports of `npm start` and `npm run dev`, on loopback: four in a row. */
export interface StartPorts {
  readonly editor: number;
  /** Page and control interface of the simulator. */
  readonly control: number;
  /** The simulated bridge. */
  readonly bridge: number;
  /** The MQTT broker. */
  readonly broker: number;
}

/**
 * Reads the ports from the port of the editor.
 *
 * @param text such as `4880`; without it, the port that Node-RED usually has
 * @throws Error when four ports do not begin there
 */
export function startPorts(text = ''): StartPorts {
  const editor = text === '' ? usualPort : Number(text);
  if (Number.isInteger(editor) && editor > 0 && editor <= 65_532) {
    return { editor, control: editor + 1, bridge: editor + 2, broker: editor + 3 };
  }
  throw new Error(`PORT is to be a number from 1 to 65532, got "${text}".`);
}

/** Prints why a start failed; the process ends with 1 as soon as nothing runs any more. */
export function reportStartError(error: unknown): void {
  process.exitCode = 1;
  const taken = takenPort(error);
  if (taken === undefined) console.error(error);
  else {
    console.error(`Port ${taken} is taken. Choose others, such as PORT=4880 npm start`);
    console.error('(PORT is for the editor; the three after it are taken as well).');
  }
}

function takenPort(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) return Number(error.port);
  return takenPort(error.cause);
}
