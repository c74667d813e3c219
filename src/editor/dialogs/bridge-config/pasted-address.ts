const pastedPattern =
  /^(?<scheme>https?:\/\/)?(?<host>\[[0-9a-f:.]+\]|[^\s/:@?#]+)(?::(?<port>\d{1,5}))?(?:[/?#]\S*)?$/i;

/**
 * Reads an address such as `https://192.168.1.20/`, `https://bridge.local:8443/api` or `192.168.1.20:8443`; undefined for a
 * host alone and other texts.
 */
export function parsePastedAddress(text: string) {
  const trimmed = text.trim();
  const { host, port } = pastedPattern.exec(trimmed)?.groups ?? {};
  if (host === undefined || host === trimmed) return undefined;
  return { host, ...(port === undefined ? {} : { port }) };
}
