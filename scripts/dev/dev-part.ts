import { reportStartError } from '../start/start-ports';

/** Time until the process kills itself when its part does not stop, in ms. */
const stopTimeout = 10_000;

/** What runs in a process of its own in the development loop. */
export interface Part<Details> {
  /** Data for the development loop; must be serializable. */
  details: Details;
  stop: () => Promise<void>;
}

/** Message of the process once its part runs. */
export interface PartReport<Details> {
  details: Details;
  /** Absolute paths of the modules that the process has loaded. */
  loaded: readonly string[];
}

/**
 * Keeps one part of the development loop in this process, which ends with the process that started it: when that one
 * disconnects, and also when it is killed.
 */
export function runAsPart<Details>(started: Promise<Part<Details>>): void {
  // Ctrl-C reaches the whole group of processes; the loop alone says when a part ends.
  process.on('SIGINT', ignoreSignal).on('SIGTERM', ignoreSignal);
  process.once('disconnect', () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), stopTimeout).unref();
    started.then((part) => part.stop()).catch(() => undefined);
  });
  started.then(report).catch(fail);
}

const ignoreSignal = (): void => undefined;

function report<Details>({ details }: Part<Details>): void {
  if (!process.connected) return;
  const answer: PartReport<Details> = { details, loaded: Object.keys(require.cache) };
  process.send?.(answer);
}

function fail(error: unknown): void {
  reportStartError('npm run dev', error);
  if (process.connected) process.disconnect();
}
