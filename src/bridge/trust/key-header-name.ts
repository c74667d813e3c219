/** Headers with a meaning of their own, that no key goes into. RFC 9110. */
const takenHeaders: ReadonlySet<string> = new Set([
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

/** True for the name of a header that a key may go into. */
export const isKeyHeader = (name: unknown): name is string =>
  typeof name === 'string' &&
  /^[a-z][a-z0-9-]{0,63}$/i.test(name) &&
  !takenHeaders.has(name.toLowerCase());
