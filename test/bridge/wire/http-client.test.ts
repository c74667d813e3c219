import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

/** What a fresh process reports after a script that has `loadHttpClient`. */
function runInFreshProcess(script: string): unknown {
  const file = JSON.stringify(require.resolve('../../../src/bridge/http'));
  const code = `
    const Module = require('node:module');
    const report = (value) => console.log(JSON.stringify(value));
    const load = () => require(${file}).loadHttpClient();
    ${script}`;
  return JSON.parse(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }));
}

describe('Loading the HTTP client', () => {
  it('brings nothing but the client into memory, and leaves the fetch of other nodes alone', () => {
    const outcome = runInFreshProcess(`
      const isClient = typeof load().prototype.dispatch === 'function';
      const needless = Object.keys(require.cache).filter((file) => /undici.(index|lib.(web|mock|cache|interceptor|global))/.test(file));
      const dispatcher = globalThis[Symbol.for('undici.globalDispatcher.1')];
      report({ isClient, needless, setsDispatcher: dispatcher !== undefined });`);
    assert.deepEqual(outcome, { isClient: true, needless: [], setsDispatcher: false });
  });

  it('takes all of undici where its client cannot be loaded alone', () => {
    const outcome = runInFreshProcess(`
      const resolve = Module._resolveFilename;
      Module._resolveFilename = function (request, parent, ...rest) {
        if (request.startsWith('undici/')) throw new Error('This path is not exported.');
        return resolve.call(this, request, parent, ...rest);
      };
      report(load() === require('undici').Client);`);
    assert.equal(outcome, true);
  });

  it('fails a request at once where undici is not installed', () => {
    const load = (path: string): string =>
      JSON.stringify(require.resolve(`../../../src/bridge/${path}`));
    const outcome = runInFreshProcess(`
      const resolve = Module._resolveFilename;
      Module._resolveFilename = function (request, parent, ...rest) {
        if (request.startsWith('undici')) throw new Error('There is no undici.');
        return resolve.call(this, request, parent, ...rest);
      };
      const { HttpTransport } = require(${load('http')});
      const { CertificateVerifier } = require(${load('tls')});
      const { defaultLimits } = require(${load('limits')});
      const transport = new HttpTransport({
        address: { host: '127.0.0.1', port: 9 },
        trust: new CertificateVerifier({}, () => undefined),
        limits: { ...defaultLimits, requestTimeout: 500 },
      });
      transport.send({ method: 'GET', path: '/' }, ({ code }) => report(code));`);
    assert.equal(outcome, 'ERR_BRIDGE_UNREACHABLE');
  });
});
