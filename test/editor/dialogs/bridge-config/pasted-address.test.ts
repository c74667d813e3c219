import assert from 'node:assert/strict';
import { parsePastedAddress } from '../../../../src/editor/routes/connection-settings';

describe('An address that is pasted from a browser', () => {
  for (const [text, address] of [
    ['https://192.168.1.20/', { host: '192.168.1.20' }],
    [' https://bridge.local:8443/clip/v2?x=1 ', { host: 'bridge.local', port: '8443' }],
    ['http://192.168.1.20', { host: '192.168.1.20' }],
    ['192.168.1.20:8443', { host: '192.168.1.20', port: '8443' }],
    ['https://[fd00::20]:8443/', { host: '[fd00::20]', port: '8443' }],
  ] as const) {
    it(`gives host and port of ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parsePastedAddress(text), address);
    });
  }

  for (const text of [
    '192.168.1.20',
    'bridge',
    'fd00::20',
    '[fd00::20]',
    '${HOST}',
    'my bridge/',
    '',
  ])
    it(`stays as it is when it is ${JSON.stringify(text)}`, () => {
      assert.equal(parsePastedAddress(text), undefined);
    });
});
