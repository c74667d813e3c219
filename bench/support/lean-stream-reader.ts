import { get } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { SimulatorAddress } from './simulator-protocol';

interface LeanStreamReader {
  close(): void;
}

/**
 * Only splits lines and parses their JSON.
 *
 * @param onEvents takes the parsed content of each message
 */
export async function openLeanStreamReader(
  { host, port, key, certificate }: SimulatorAddress,
  onEvents: (events: unknown) => void,
): Promise<LeanStreamReader> {
  const request = get({
    host,
    port,
    path: '/eventstream/clip/v2',
    headers: { 'home-application-key': key, accept: 'text/event-stream' },
    ca: certificate,
    checkServerIdentity: () => undefined,
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  let rest = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) onEvents(JSON.parse(line.slice(6)));
  });
  // `close` ends the response early, which emits an error.
  response.on('error', () => undefined);
  return { close: () => void request.destroy() };
}
