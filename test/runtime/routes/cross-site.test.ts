import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { hostname } from 'node:os';
import { findCrossSiteRefusal } from '../../../src/runtime/routes/cross-site';
import type { CrossSiteCheckContext } from '../../../src/runtime/routes/cross-site';

const direct: CrossSiteCheckContext = {
  isEncrypted: false,
  isProxyTrusted: false,
  allowedHosts: [],
};

const findCode = (
  headers: IncomingHttpHeaders,
  context: Partial<CrossSiteCheckContext> = {},
  method = 'POST',
): string | undefined => findCrossSiteRefusal(method, headers, { ...direct, ...context })?.code;

const sameOrigin = { 'sec-fetch-site': 'same-origin' } as const;

describe('A request to the editor routes is handled', () => {
  const host = 'node-red.lan:1880';
  const cases: readonly (readonly [
    string,
    IncomingHttpHeaders,
    Partial<CrossSiteCheckContext>?,
  ])[] = [
    ['from a program', { host }],
    ['from the editor', { host, origin: `http://${host}` }],
    ['from the editor, by its referrer', { host, referer: `http://${host}/admin/` }],
    ['from the editor that names the usual port', { host: 'pi:80', origin: 'http://pi' }],
    [
      'from the editor behind a proxy that the settings name',
      { host: '127.0.0.1:1880', 'x-forwarded-host': 'home.lan, inner', origin: 'http://home.lan' },
      { isProxyTrusted: true },
    ],
    [
      'from the editor behind a proxy, under an allowed name',
      { host: '127.0.0.1:1880', origin: 'http://home.example:8080' },
      { allowedHosts: ['home.example:8080'] },
    ],
    [
      'from the editor behind an encrypting proxy, since the browser vouches for it',
      { host: 'inner', origin: 'https://home.example', ...sameOrigin },
    ],
    [
      'from the editor over an encrypted connection',
      { host: 'home.example', origin: 'https://home.example' },
      { isEncrypted: true },
    ],
  ];
  for (const [what, headers, context] of cases) {
    it(what, () => assert.equal(findCode(headers, context), undefined));
  }

  const names =
    'localhost a.localhost 192.0.2.7 [2001:db8::7] pi pi.local node.lan pi.home.arpa pi.fritz.box';
  for (const name of [...names.split(' '), 'pi.local.', hostname().toLowerCase()]) {
    it(`at ${name === hostname().toLowerCase() ? 'the name of the machine' : name}`, () => {
      assert.equal(findCode({ host: `${name}:1880` }), undefined);
    });
  }
});

describe('A request to the editor routes is refused as one of another site', () => {
  const host = 'node-red.lan:1880';
  const cases: readonly (readonly [
    string,
    IncomingHttpHeaders,
    Partial<CrossSiteCheckContext>?,
  ])[] = [
    ['from another site', { host, origin: 'http://elsewhere.lan' }],
    ['from another port', { host, origin: 'http://node-red.lan:8080' }],
    ['from a page without origin', { host, origin: 'null' }],
    ['from a page of another kind', { host, origin: `chrome-extension://${host}` }],
    ['from a link on another site', { host, referer: 'http://elsewhere.lan/page' }],
    [
      'with a forged name of a proxy',
      { host, origin: 'http://elsewhere.lan', 'x-forwarded-host': 'elsewhere.lan' },
    ],
    [
      'behind a proxy, with the name of another port of an allowed host',
      { host, origin: 'http://home.example:8080' },
      { allowedHosts: ['home.example'] },
    ],
    [
      'that the browser warns of',
      { host, origin: `http://${host}`, 'sec-fetch-site': 'cross-site' },
    ],
    ['from a sister site', { host, 'sec-fetch-site': 'same-site' }],
    ['from the address line', { host, 'sec-fetch-site': 'none' }],
  ];
  for (const [what, headers, context] of cases) {
    it(what, () => assert.equal(findCode(headers, context), 'FOREIGN_ORIGIN'));
  }
});

describe('A request to the editor routes is refused for the name of its host', () => {
  const host = 'rebound.example:1880';
  const origin = `http://${host}`;
  const cases: readonly (readonly [
    string,
    IncomingHttpHeaders,
    Partial<CrossSiteCheckContext>?,
  ])[] = [
    ['without a page', { host }],
    ['from a page of that name', { host, origin }],
    ['from a page whose browser vouches for it', { host, origin, ...sameOrigin }],
    ['that the browser vouches for, without a page', { host, ...sameOrigin }],
    ['when only an encrypted page claims it', { host, origin: `https://${host}` }],
    ['behind a trusted proxy', { host, origin }, { isProxyTrusted: true }],
    ['when another name is allowed', { host, origin }, { allowedHosts: ['home.example'] }],
    ['when it looks like a local one', { host: 'localhost.rebound.example' }],
    ['when it ends like a local one', { host: 'evillocal.example' }],
    ['when it is missing', {}],
    ['when it holds a user', { host: 'user@localhost' }],
  ];
  for (const [what, headers, context] of cases) {
    it(what, () => assert.equal(findCode(headers, context), 'UNKNOWN_HOST'));
  }

  it('and says how the name is allowed', () => {
    const refusal = findCrossSiteRefusal('POST', { host, origin }, direct);
    assert.match(refusal?.message ?? '', /allowedHosts: \['rebound\.example'\]/);
    assert.equal(findCode({ host, origin }, { allowedHosts: ['rebound.example'] }), undefined);
  });
});

describe('A request to the editor routes without a JSON body', () => {
  const headers = { host: 'localhost:1880' };
  for (const method of ['GET', 'HEAD', 'DELETE']) {
    it(`needs a header that makes a request across origins name its origin: ${method}`, () => {
      assert.equal(findCode(headers, {}, method), 'MISSING_HEADER');
      assert.equal(findCode({ ...headers, 'x-requested-with': 'x' }, {}, method), undefined);
    });
  }
});
