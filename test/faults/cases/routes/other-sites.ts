import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { FaultCase } from '../../fault-case';
import {
  jsonHeaders,
  startSecuredEditor,
  writerHeaders,
} from '../../support/node-red/secured-editor';
import type { Trial } from '../../support/trial';

export const otherSiteCases: readonly FaultCase[] = [
  {
    number: 67,
    title:
      'A page of another site with a forged `X-Forwarded-Host`, or under a name that leads to Node-RED (DNS rebinding)',
    bound: 'refused on every route, nothing readable, no connection made',
    run: requestsOfOtherSites,
  },
];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const site = 'elsewhere.example';

async function requestsOfOtherSites(trial: Trial): Promise<void> {
  const { flow, simulator, recordingServer, body, routes } = await startSecuredEditor(trial);
  const { port } = flow.nodeRed;
  const before = simulator.requests.length;
  const allowed = { ...jsonHeaders, ...writerHeaders, 'x-requested-with': 'XMLHttpRequest' };
  const send = (
    method: string,
    path: string,
    headers: OutgoingHttpHeaders,
  ): Promise<IncomingMessage> => {
    const sent = request({ host: '127.0.0.1', port, method, path: `/${path}`, headers });
    sent.end(method.startsWith('P') ? body : undefined);
    return new Promise((resolve, reject) => {
      sent.on('error', reject).on('response', (response) => resolve(response.resume()));
    });
  };
  const origin = `http://${site}`;
  const forwarded = { 'x-forwarded-host': site, 'x-forwarded-proto': 'http' };
  const own = `127.0.0.1:${port}`;
  const variants: readonly OutgoingHttpHeaders[] = [
    { host: own, origin, ...forwarded },
    { host: own, origin, ...forwarded, forwarded: `host=${site}`, 'x-forwarded-for': '127.0.0.1' },
    { host: own, origin: `http://${own}.${site}`, 'x-forwarded-host': `${own}.${site}` },
    { host: own, origin: 'http://elsewhere.lan', 'x-forwarded-host': 'elsewhere.lan' },
    { host: own, origin: 'null', 'x-forwarded-host': 'null' },
    { host: own, referer: `${origin}/page`, ...forwarded },
    { host: `${site}:${port}` },
    { host: `${site}:${port}`, origin: `${origin}:${port}` },
    { host: `${site}:${port}`, origin: `${origin}:${port}`, 'x-forwarded-host': own },
    { host: `${site}:${port}`, origin: `${origin}:${port}`, 'sec-fetch-site': 'same-origin' },
    { host: `${site}:${port}`, 'sec-fetch-site': 'same-origin' },
    { host: `127.0.0.1.${site}:${port}`, referer: `http://127.0.0.1.${site}:${port}/` },
  ];
  const paths = [...new Set(routes.map(({ path }) => path))];
  let refused = 0;
  for (const path of paths) {
    for (const method of methods) {
      for (const headers of variants) {
        const response = await send(method, path, { ...allowed, ...headers });
        const isReadable = response.headers['access-control-allow-origin'] !== undefined;
        if (response.statusCode === 403 && !isReadable) refused += 1;
        else trial.note(`${method} ${path} ${JSON.stringify(headers)}: ${response.statusCode}`);
      }
    }
  }
  trial.note(`${paths.length} paths, ${methods.length} methods`);
  trial.tally('requests refused', refused, paths.length * methods.length * variants.length);
  trial.atMost('connections made for them', recordingServer.connections(), 0);
  assert.equal(simulator.requests.length, before);
  const editor = await send('GET', 'lighting-bridge/table', { ...allowed, host: own });
  assert.equal(editor.statusCode, 200, 'the editor itself');
}
