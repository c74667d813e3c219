import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { Socket } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorAnswer } from './answer';
import type { Answer } from './answer';
import type { BridgeRequest } from './bridge-answers';
import type { CertifiedKey } from './certificate';
import { deliver, deliverStream, isWithheld } from './deliver';
import { faultyAnswer } from './faults';
import type { Fault, Faults } from './faults';
import { listen } from './listen';
import { readBody } from './read-body';
import { Refusal } from './refusal';
import type { RecordedRequest, RequestLog } from './request-log';
import type { Timers } from './timers';

/** Answers a request for a long time. */
export type StreamOpener = (response: ServerResponse) => void;

/** What the HTTPS server of the bridge needs. */
export interface BridgeServerParts {
  identity: CertifiedKey;
  faults: Faults;
  log: RequestLog;
  timers: Timers;
  /** Most bytes of a body that are read. */
  bodyLimit: number;
  /** Answers one whole request. @throws Refusal */
  answer: (request: BridgeRequest) => Answer | StreamOpener;
}

/** The running HTTPS server of the bridge. */
export interface BridgeServer {
  port: number;
  /** Number of open connections. */
  connections(): number;
  close(): Promise<void>;
}

/**
 * Starts the HTTPS server of the bridge.
 *
 * @param host address to listen on
 * @param port port to listen on; 0 for any
 */
export async function startBridgeServer(
  parts: BridgeServerParts,
  host: string,
  port: number,
): Promise<BridgeServer> {
  const { certificate: cert, privateKey: key } = parts.identity;
  const https = createHttpsServer({ cert, key, keepAliveTimeout: 60_000 }, (request, response) => {
    void handle(parts, request, response);
  });
  https.on('tlsClientError', (_error, socket) => socket.destroy());
  https.on('clientError', (_error, socket) => socket.destroy());
  const sockets = new Set<Socket>();
  const tcp = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const delay = parts.faults.handshakeDelay;
    if (delay === 0) https.emit('connection', socket);
    else parts.timers.after(delay, () => https.emit('connection', socket));
  });
  const bound = await listen(tcp, host, port);
  return {
    port: bound,
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        tcp.close(() => resolve());
        https.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** One request under way. */
interface Exchange {
  message: IncomingMessage;
  response: ServerResponse;
  request: BridgeRequest;
  recorded: RecordedRequest;
  fault: Fault | undefined;
  /** Makes room for another request at the same time. */
  leave: () => void;
}

async function handle(
  parts: BridgeServerParts,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { faults, log, timers } = parts;
  const exchange = begin(parts, message, response);
  const entered = faults.enter();
  if (typeof entered !== 'function') {
    message.resume();
    log.emit('request', exchange.recorded);
    send(parts, exchange, entered);
    return;
  }
  exchange.leave = once(entered);
  response.once('close', exchange.leave);
  exchange.fault = faults.take(exchange.request);
  const answer = await answerOf(parts, exchange);
  if (answer === undefined) return;
  const delay = exchange.fault?.delay;
  if (delay === undefined) send(parts, exchange, answer);
  else timers.after(delay, () => send(parts, exchange, answer));
}

function begin(
  { log }: BridgeServerParts,
  message: IncomingMessage,
  response: ServerResponse,
): Exchange {
  const { headers } = message;
  const { method, path } = { method: message.method ?? 'GET', path: message.url ?? '/' };
  const remotePort = message.socket.remotePort ?? 0;
  const recorded = log.add({ method, path, headers, remotePort });
  const started = performance.now();
  response.on('close', () => {
    recorded.duration = performance.now() - started;
    log.emit('answered', recorded);
  });
  response.on('error', () => response.destroy());
  const request = { method, path, headers, body: '' };
  return { message, response, request, recorded, fault: undefined, leave: () => undefined };
}

/** @returns the answer, or undefined when none is to be sent here */
async function answerOf(
  parts: BridgeServerParts,
  { message, response, request, recorded, fault }: Exchange,
): Promise<Answer | StreamOpener | undefined> {
  try {
    request.body = await readBody(message, parts.bodyLimit);
    recorded.body = request.body;
    parts.log.emit('request', recorded);
    if (fault?.cut === 'request') {
      response.destroy();
      return undefined;
    }
    const usual = (): Answer | StreamOpener => usualAnswer(parts, request);
    return fault === undefined ? usual() : faultyAnswer(fault, usual);
  } catch (error) {
    if (message.destroyed && !message.complete) return undefined;
    return answerForError(error);
  }
}

function usualAnswer(parts: BridgeServerParts, request: BridgeRequest): Answer | StreamOpener {
  try {
    return parts.answer(request);
  } catch (error) {
    return answerForError(error);
  }
}

const answerForError = (error: unknown): Answer =>
  error instanceof Refusal
    ? errorAnswer(error.status, error.descriptions)
    : errorAnswer(500, [error instanceof Error ? error.message : String(error)]);

/** Lets something be called again and again that acts only once. */
function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}

/** How much of an answer is written down, in bytes. */
const shownAnswer = 2048;

/** Sends an answer, or where a fault asks for what HTTP cannot carry, a 500 that says so. */
function send(parts: BridgeServerParts, exchange: Exchange, answer: Answer | StreamOpener): void {
  try {
    sendAnswer(parts, exchange, answer);
  } catch (error) {
    sendAnswer(parts, { ...exchange, fault: undefined }, answerForError(error));
  }
}

function sendAnswer(
  { timers }: BridgeServerParts,
  { response, recorded, fault, leave }: Exchange,
  answer: Answer | StreamOpener,
): void {
  const withheld = isWithheld(fault);
  if (typeof answer === 'function') {
    if (!withheld) recorded.status = 200;
    leave();
    deliverStream(response, answer, fault, timers);
    return;
  }
  if (!withheld) recorded.status = answer.status;
  recorded.answer = answer.body.subarray(0, shownAnswer).toString('utf8');
  deliver(response, answer, fault, timers);
}
