import type { BuildOptions } from 'esbuild';

/** For code that Node.js runs. */
export const nodeOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  // Stack traces point at lines.
  lineLimit: 120,
  logLevel: 'warning',
} satisfies BuildOptions;
