import type { ServerResponse } from 'node:http';
import type { SimulatorResponse } from '../http/simulator-response';
import type { Fault } from '../faults/fault-injector';
import type { TimerGroup } from '../home/timer-group';

export const isResponseSuppressed = (fault: Fault | undefined): boolean =>
  fault?.cut === 'before' || fault?.cutAfter === 0 || fault?.stall === 'before';

/**
 * With the transport effects of a fault: delays, cuts, stalls, throttling.
 *
 * @param fault undefined for a regular response
 */
export function sendResponse(
  response: ServerResponse,
  { status, headers, body }: SimulatorResponse,
  fault: Fault | undefined,
  timers: TimerGroup,
): void {
  if (suppressResponse(response, fault)) return;
  response.writeHead(status, { ...headers, 'content-length': body.length });
  if (fault === undefined) {
    response.end(body);
    return;
  }
  if (fault.lasts !== undefined) timers.after(fault.lasts, () => response.destroy());
  sendBody(response, body, fault, timers);
}

function suppressResponse(response: ServerResponse, fault: Fault | undefined): boolean {
  if (!isResponseSuppressed(fault)) return false;
  if (fault?.stall !== 'before') response.destroy();
  return true;
}

function sendBody(response: ServerResponse, body: Buffer, fault: Fault, timers: TimerGroup): void {
  const half = body.subarray(0, Math.floor(body.length / 2));
  if (fault.cut === 'during') writeThenDisconnect(response, half);
  else if (fault.cutAfter !== undefined)
    writeThenDisconnect(response, body.subarray(0, fault.cutAfter));
  else if (fault.stall === true || fault.stall === 'headers') response.flushHeaders();
  else if (fault.stall === 'body') response.write(half);
  else if (fault.drip !== undefined) sendThrottled(response, body, fault.drip, timers);
  else if (fault.cut === 'after') response.end(body, () => response.destroy());
  else response.end(body);
}

const writeThenDisconnect = (response: ServerResponse, bytes: Buffer): void => {
  response.write(bytes, () => response.destroy());
};

/** At most ten chunks per second, each at least one byte. */
function sendThrottled(
  response: ServerResponse,
  body: Buffer,
  perSecond: number,
  timers: TimerGroup,
): void {
  const interval = Math.max(100, 1000 / perSecond);
  const step = Math.max(1, Math.round((perSecond * interval) / 1000));
  let sent = 0;
  const stop = timers.every(interval, () => {
    if (response.destroyed) {
      stop();
      return;
    }
    response.write(body.subarray(sent, sent + step));
    sent += step;
    if (sent < body.length) return;
    stop();
    response.end();
  });
}

export function openStreamResponse(
  response: ServerResponse,
  open: (response: ServerResponse) => void,
  fault: Fault | undefined,
  timers: TimerGroup,
): void {
  if (suppressResponse(response, fault)) return;
  if (fault?.stall === undefined || fault.stall === false) open(response);
  else response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  if (fault?.lasts !== undefined) timers.after(fault.lasts, () => response.destroy());
  if (fault?.cut === 'during' || fault?.cut === 'after') response.destroy();
}
