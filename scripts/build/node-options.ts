import type { BuildOptions } from 'esbuild';

/** How code that Node.js runs is bundled. */
export const nodeOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  // Stack traces of installed packages point at lines.
  lineLimit: 120,
  logLevel: 'warning',
} satisfies BuildOptions;
