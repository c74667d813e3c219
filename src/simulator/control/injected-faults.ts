import type { ActiveFaults, ResponseFault } from '../faults/active-faults';
import type { Fault, FaultInjector } from '../faults/fault-injector';

export function replaceFaults(
  faults: FaultInjector,
  { answers, rateLimit, stream = {}, handshakeDelay = 0 }: ActiveFaults,
): void {
  faults.clear();
  for (const fault of answers) faults.inject(fault);
  if (rateLimit !== null) faults.setRateLimit(rateLimit);
  faults.setStreamFault(stream);
  faults.delayHandshakes(handshakeDelay);
}

export const serializeActiveFaults = (faults: FaultInjector): ActiveFaults => ({
  answers: faults.list().map(toResponseFault),
  rateLimit: faults.activeRateLimit ?? null,
  stream: faults.streamFault,
  handshakeDelay: faults.handshakeDelay,
});

function toResponseFault({ match, body, ...others }: Fault): ResponseFault {
  const { path, ...further } = match ?? {};
  return {
    ...others,
    ...(match === undefined
      ? {}
      : { match: path === undefined ? further : { ...further, path: String(path) } }),
    ...(body === undefined ? {} : { body: toText(body) }),
  };
}

function toText(body: unknown): string {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : JSON.stringify(body);
}
