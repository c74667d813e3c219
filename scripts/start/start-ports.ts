const usualPort = 1880;

/** Four consecutive ports on loopback. */
export interface StartPorts {
  readonly editor: number;
  /** Page and control interface of the simulator. */
  readonly control: number;
  readonly bridge: number;
  readonly broker: number;
}

/**
 * @param text port of the editor, such as `4880`; by default Node-RED's port
 * @throws Error if four ports do not begin there
 */
export function startPorts(text = ''): StartPorts {
  const editor = text === '' ? usualPort : Number(text);
  if (Number.isInteger(editor) && editor > 0 && editor <= 65_532) {
    return { editor, control: editor + 1, bridge: editor + 2, broker: editor + 3 };
  }
  throw new Error(`PORT is to be a number from 1 to 65532, got "${text}".`);
}

/** The process exits with 1 once nothing runs. */
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
