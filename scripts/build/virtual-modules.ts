import type { Plugin } from 'esbuild';

/**
 * @param contents code by module name
 * @param resolveDir folder from which the code imports
 */
export const createVirtualModules = (
  contents: Readonly<Record<string, string>>,
  resolveDir: string,
): Plugin => ({
  name: 'virtual-modules',
  setup(toBundle) {
    const filter = new RegExp(`^(?:${Object.keys(contents).join('|')})$`);
    toBundle.onResolve({ filter }, ({ path }) => ({ path, namespace: 'virtual' }));
    toBundle.onLoad({ filter: /.*/, namespace: 'virtual' }, ({ path }) => ({
      contents: contents[path] ?? '',
      resolveDir,
    }));
  },
});
