import type { ServerResponse } from 'node:http';
import type { Answer } from './answer';
import type { Fault } from './faults';
import type { Timers } from './timers';

/** True when a fault keeps the whole answer back. */
export const isWithheld = (fault: Fault | undefined): boolean =>
  fault?.cut === 'before' || fault?.cutAfter === 0 || fault?.stall === 'before';

/**
 * Sends an answer, with everything a fault does to it on its way.
 *
 * @param fault undefined for an answer without trouble
 */
export function deliver(
  response: ServerResponse,
  { status, headers, body }: Answer,
  fault: Fault | undefined,
  timers: Timers,
): void {
  if (isWithheld(fault)) {
    if (fault?.stall !== 'before') response.destroy();
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': body.length });
  if (fault === undefined) {
    response.end(body);
    return;
  }
  if (fault.lasts !== undefined) timers.after(fault.lasts, () => response.destroy());
  sendBody(response, body, fault, timers);
}

function sendBody(response: ServerResponse, body: Buffer, fault: Fault, timers: Timers): void {
  const half = body.subarray(0, Math.floor(body.length / 2));
  if (fault.cut === 'during') cutAfter(response, half);
  else if (fault.cutAfter !== undefined) cutAfter(response, body.subarray(0, fault.cutAfter));
  else if (fault.stall === true || fault.stall === 'headers') response.flushHeaders();
  else if (fault.stall === 'body') response.write(half);
  else if (fault.drip !== undefined) drip(response, body, fault.drip, timers);
  else if (fault.cut === 'after') response.end(body, () => response.destroy());
  else response.end(body);
}

const cutAfter = (response: ServerResponse, bytes: Buffer): void => {
  response.write(bytes, () => response.destroy());
};

/** Sends a body bit by bit, at least one byte every tenth of a second or slower. */
function drip(response: ServerResponse, body: Buffer, perSecond: number, timers: Timers): void {
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

/** Opens an answer that goes on for a long time, with everything a fault does to it. */
export function deliverStream(
  response: ServerResponse,
  open: (response: ServerResponse) => void,
  fault: Fault | undefined,
  timers: Timers,
): void {
  if (isWithheld(fault)) {
    if (fault?.stall !== 'before') response.destroy();
    return;
  }
  if (fault?.stall === undefined || fault.stall === false) open(response);
  else response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  if (fault?.lasts !== undefined) timers.after(fault.lasts, () => response.destroy());
  if (fault?.cut === 'during' || fault?.cut === 'after') response.destroy();
}
