// Builds, then starts what `npm start` starts. `node --watch` runs this file again after each change of a source.
import { spawn } from 'node:child_process';

const build = spawn('npm', ['run', '--silent', 'build'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
const endBuild = () => build.kill();
process.once('SIGTERM', endBuild);
build.once('close', (code) => {
  process.off('SIGTERM', endBuild);
  if (code === 0) void import('../dist/scripts/start.js');
  else process.exitCode = 1;
});
