/** RFC 9110 defines other meanings for these headers. */
const reservedHeaders: ReadonlySet<string> = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export const isKeyHeaderName = (name: unknown): name is string =>
  typeof name === 'string' &&
  /^[a-z][a-z0-9-]{0,63}$/i.test(name) &&
  !reservedHeaders.has(name.toLowerCase());
