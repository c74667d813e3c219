import { join, sep } from 'node:path';
import { packageFolder } from '../node-red/user-directory';

/** What a build has changed. Absolute paths. */
export interface BuildChange {
  /** Files below `dist` whose content is another one now, is new or is gone. */
  built: readonly string[];
  /** Changed source files. */
  sources: readonly string[];
}

/** Modules that each process of the development loop has loaded. Absolute paths. */
export interface LoadedModules {
  simulator: ReadonlySet<string>;
  nodeRed: ReadonlySet<string>;
  loop: ReadonlySet<string>;
}

/** What has to happen so that a change is seen. */
export interface DevPlan {
  restartSimulator: boolean;
  restartNodeRed: boolean;
  /** The page of the simulator is another one; it is read from the disk at each request. */
  reloadPage: boolean;
  /** The development loop runs an older version of itself. */
  restartLoop: boolean;
}

const inside =
  (...folders: string[]) =>
  (file: string): boolean =>
    folders.some((folder) => file.startsWith(join(packageFolder, folder) + sep));

const isModule = (file: string): boolean => file.endsWith('.js');
const isPage = inside(join('dist', 'src', 'simulator', 'page'));
/** Forms, help and texts: Node-RED reads them when it loads the nodes. */
const isPalette = inside(join('dist', 'nodes'), join('dist', 'src', 'editor'));
const isPaletteSource = inside('examples', 'icons');

/** Decides what to restart: the processes that have loaded a changed module. */
export function planOf({ built, sources }: BuildChange, loaded: LoadedModules): DevPlan {
  const anyIn = (modules: ReadonlySet<string>): boolean => built.some((file) => modules.has(file));
  return {
    restartSimulator: anyIn(loaded.simulator),
    restartNodeRed:
      anyIn(loaded.nodeRed) ||
      built.some((file) => isPalette(file) && !isModule(file)) ||
      sources.some(isPaletteSource),
    reloadPage: built.some(isPage),
    restartLoop: anyIn(loaded.loop),
  };
}
