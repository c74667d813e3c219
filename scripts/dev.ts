import './process/source-maps';
import { existsSync, mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { stopOnSignal } from '../src/simulator/cli/stop-on-signal';
import { runBuild } from './dev/build-steps';
import { builtFiles, changedFiles } from './dev/built-files';
import type { NodeRedOrder, NodeRedDetails } from './dev/dev-node-red';
import { planOf } from './dev/dev-plan';
import type { DevPlan } from './dev/dev-plan';
import { DevProcess } from './dev/dev-process';
import type { SimulatorOrder, SimulatorDetails } from './dev/dev-simulator';
import { usualStartFolder } from './start/start-flows';
import { reportStartError, startPorts } from './start/start-ports';
import { packageFolder } from './node-red/user-directory';
import { watchFolders } from './dev/watch-folders';

/** Debounce time of file changes, in ms: editors and renames write several files at once. */
const debounceTime = 150;
const watched = ['src', 'nodes', 'scripts', 'examples', 'icons'];
const dist = join(packageFolder, 'dist');

/** Builds after every change, and restarts the processes that have loaded what changed. */
class DevelopmentLoop {
  readonly #ports = startPorts(process.env['PORT']);
  readonly #folder = resolve(process.argv[2] ?? usualStartFolder);
  readonly #simulator = new DevProcess<SimulatorOrder, SimulatorDetails>(
    'The simulator',
    'dev-simulator.js',
  );
  readonly #nodeRed = new DevProcess<NodeRedOrder, NodeRedDetails>('Node-RED', 'dev-node-red.js');
  readonly #changed = new Set<string>();
  #simulated: SimulatorDetails | undefined;
  #lastBuilt = builtFiles(dist);
  #work: Promise<void> | undefined;
  #ending = false;
  #unwatch = (): void => undefined;

  /** Starts everything. @returns false if a part failed to start and printed why */
  async start(): Promise<boolean> {
    mkdirSync(this.#folder, { recursive: true });
    await this.#startSimulator();
    await this.#startNodeRed();
    if (!this.#simulator.runs || !this.#nodeRed.runs) return false;
    const roots = watched.map((folder) => join(packageFolder, folder));
    this.#unwatch = watchFolders(roots, (path) => this.#onChange(path));
    console.log('Saved changes are built and loaded. Ctrl-C ends everything.');
    return true;
  }

  /** Ends everything, a build that goes on included. */
  async end(): Promise<void> {
    this.#ending = true;
    this.#unwatch();
    await this.#work;
    await this.#nodeRed.stop();
    await this.#simulator.stop();
  }

  #onChange(path: string): void {
    this.#changed.add(path);
    this.#work ??= this.#processChanges().finally(() => {
      this.#work = undefined;
    });
  }

  async #processChanges(): Promise<void> {
    while (this.#changed.size > 0 && !this.#ending) {
      await wait(debounceTime);
      const sources = [...this.#changed];
      this.#changed.clear();
      await this.#rebuild(sources);
    }
  }

  async #rebuild(sources: readonly string[]): Promise<void> {
    console.log(`\nChanged: ${namesOf(sources)}`);
    const began = Date.now();
    if (!(await runBuild())) {
      if (!this.#ending) console.error('The build failed. What ran before goes on.');
      return;
    }
    if (this.#ending) return;
    const files = builtFiles(dist);
    const plan = planOf(
      { built: changedFiles(this.#lastBuilt, files), sources },
      {
        simulator: this.#simulator.loaded,
        nodeRed: this.#nodeRed.loaded,
        loop: new Set(Object.keys(require.cache)),
      },
    );
    this.#lastBuilt = files;
    console.log(`Built in ${((Date.now() - began) / 1_000).toFixed(1)} s.`);
    await this.#apply(plan);
  }

  async #apply(plan: DevPlan): Promise<void> {
    if (plan.restartSimulator || !this.#simulator.runs) {
      await this.#simulator.stop();
      await this.#startSimulator();
    }
    if (plan.restartNodeRed || !this.#nodeRed.runs) {
      await this.#nodeRed.stop();
      await this.#startNodeRed();
    }
    if (plan.reloadPage) console.log('Reload the page of the simulated home.');
    if (plan.restartLoop) console.log('The loop itself has changed: end it and start it again.');
  }

  async #startSimulator(): Promise<void> {
    const order = { folder: this.#folder, ports: this.#ports };
    const details = await this.#simulator.start(order);
    if (details === undefined) return;
    this.#simulated = details;
    console.log(`The simulated home runs: ${details.pageUrl}`);
  }

  async #startNodeRed(): Promise<void> {
    if (this.#simulated === undefined) return;
    const port = this.#ports.editor;
    const order = { folder: this.#folder, port, home: this.#simulated.home };
    const details = await this.#nodeRed.start(order);
    if (details === undefined) return;
    for (const line of details) console.log(line);
    console.log(`The editor runs: http://127.0.0.1:${port}`);
  }
}

/** Relative paths of the files that still exist: editors also write temporary files. */
const namesOf = (files: readonly string[]): string =>
  files
    .filter((file) => existsSync(file))
    .map((file) => relative(packageFolder, file))
    .join(', ') || 'files removed';

const fail = (error: unknown): void => reportStartError('npm run dev', error);

async function dev(): Promise<void> {
  const loop = new DevelopmentLoop();
  stopOnSignal(() => loop.end(), fail);
  if (await loop.start()) return;
  process.exitCode = 1;
  await loop.end();
}

dev().catch(fail);
