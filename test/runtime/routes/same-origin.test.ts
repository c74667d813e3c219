import assert from 'node:assert/strict';
import { isSameOrigin } from '../../../src/runtime/routes/same-origin';

describe('A request to the editor routes', () => {
  const host = 'node-red.lan:1880';
  const cases = [
    { what: 'from a program', headers: { host }, own: true },
    { what: 'from the editor', headers: { host, origin: `http://${host}` }, own: true },
    {
      what: 'from the editor behind a proxy',
      headers: {
        host: '127.0.0.1:1880',
        'x-forwarded-host': 'home.lan',
        origin: 'https://home.lan',
      },
      own: true,
    },
    {
      what: 'that a browser vouches for',
      headers: { host: 'inner', origin: 'https://outer', 'sec-fetch-site': 'same-origin' },
      own: true,
    },
    { what: 'from another site', headers: { host, origin: 'http://elsewhere.lan' }, own: false },
    {
      what: 'from another port',
      headers: { host, origin: 'http://node-red.lan:8080' },
      own: false,
    },
    { what: 'from a page without origin', headers: { host, origin: 'null' }, own: false },
    {
      what: 'that a browser warns of',
      headers: { host, origin: `http://${host}`, 'sec-fetch-site': 'cross-site' },
      own: false,
    },
    { what: 'from a sister site', headers: { host, 'sec-fetch-site': 'same-site' }, own: false },
  ];
  for (const { what, headers, own } of cases) {
    it(`${what} is ${own ? 'taken' : 'refused'}`, () => assert.equal(isSameOrigin(headers), own));
  }
});
