import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { Socket } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorResponse, SimulatorHttpError, readRequestBody, listenOnPort } from './http';
import type { SimulatorRequest, SimulatorResponse } from './http';
import type { CertificateKeyPair } from './identity';
import { applyFault } from './fault-injector';
import type { Fault, FaultInjector } from './fault-injector';
import type { TimerGroup } from './timers';
import { EventEmitter } from 'node:events';

/** For a response that stays open, such as an event stream. */
export type StreamResponseWriter = (response: ServerResponse) => void;

interface BridgeServerOptions {
  identity: CertificateKeyPair;
  faults: FaultInjector;
  log: RequestLog;
  timers: TimerGroup;
  /** In bytes. */
  bodyLimit: number;
  /** @throws SimulatorHttpError */
  respond: (request: SimulatorRequest) => SimulatorResponse | StreamResponseWriter;
}

interface BridgeServer {
  port: number;
  connectionCount(): number;
  close(): Promise<void>;
}

/**
 * The HTTPS server of the bridge: logs each request, answers it with `respond`, and sends the answer as the faults want.
 *
 * @param port 0 for any
 */
export async function startBridgeServer(
  options: BridgeServerOptions,
  host: string,
  port: number,
): Promise<BridgeServer> {
  const { certificate: cert, privateKey: key } = options.identity;
  const https = createHttpsServer({ cert, key, keepAliveTimeout: 60_000 }, (request, response) => {
    void handleRequest(options, request, response);
  });
  https.on('tlsClientError', (_error, socket) => socket.destroy());
  https.on('clientError', (_error, socket) => socket.destroy());
  const sockets = new Set<Socket>();
  const tcp = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const { faults } = options;
    const shakeHands = (): void => void https.emit('connection', socket);
    if (faults.handshakeDelay === 0) shakeHands();
    else runDelayed(options, faults.handshakeDelay, () => faults.handshakeDelay === 0, shakeHands);
  });
  const boundPort = await listenOnPort(tcp, host, port);
  return {
    port: boundPort,
    connectionCount: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        tcp.close(() => resolve());
        https.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }),
  };
}

interface ActiveRequest {
  message: IncomingMessage;
  response: ServerResponse;
  request: SimulatorRequest;
  recorded: LoggedRequest;
  fault: Fault | undefined;
  /** Releases the slot of the rate limiter. */
  release: () => void;
}

async function handleRequest(
  options: BridgeServerOptions,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { faults, log } = options;
  const activeRequest = recordRequest(options, message, response);
  const admission = faults.admit();
  if (typeof admission !== 'function') {
    message.resume();
    log.emit('request', activeRequest.recorded);
    sendWithFallback(options, activeRequest, admission);
    return;
  }
  let isReleased = false;
  activeRequest.release = () => {
    if (!isReleased) admission();
    isReleased = true;
  };
  response.once('close', activeRequest.release);
  activeRequest.fault = faults.consumeFault(activeRequest.request);
  const answer = await createResponse(options, activeRequest);
  if (answer === undefined) return;
  const { fault } = activeRequest;
  const send = (): void => sendWithFallback(options, activeRequest, answer);
  if (fault?.delay === undefined) send();
  else runDelayed(options, fault.delay, () => faults.isRemoved(fault), send);
}

/** After the delay of a fault, or once the fault is removed. */
function runDelayed(
  { faults, timers }: BridgeServerOptions,
  delay: number,
  isRemoved: () => boolean,
  action: () => void,
): void {
  const run = (): void => {
    cancel();
    faults.off('change', onChange);
    action();
  };
  const onChange = (): void => {
    if (isRemoved()) run();
  };
  const cancel = timers.after(delay, run);
  faults.on('change', onChange);
}

function recordRequest(
  { log }: BridgeServerOptions,
  message: IncomingMessage,
  response: ServerResponse,
): ActiveRequest {
  const { headers } = message;
  const { method = 'GET', url: path = '/' } = message;
  const remotePort = message.socket.remotePort ?? 0;
  const recorded = log.add({ method, path, headers, remotePort });
  const startedAt = performance.now();
  response.on('close', () => {
    recorded.duration = performance.now() - startedAt;
    log.emit('answered', recorded);
  });
  response.on('error', () => response.destroy());
  const request = { method, path, headers, body: '' };
  return { message, response, request, recorded, fault: undefined, release: () => undefined };
}

/** Undefined if the connection is closed. */
async function createResponse(
  options: BridgeServerOptions,
  { message, response, request, recorded, fault }: ActiveRequest,
): Promise<SimulatorResponse | StreamResponseWriter | undefined> {
  try {
    request.body = await readRequestBody(message, options.bodyLimit);
    recorded.body = request.body;
    options.log.emit('request', recorded);
    if (fault?.cut === 'request') {
      response.destroy();
      return undefined;
    }
    const respondWithoutFault = (): SimulatorResponse | StreamResponseWriter =>
      respondOrError(options, request);
    return fault === undefined ? respondWithoutFault() : applyFault(fault, respondWithoutFault);
  } catch (error) {
    if (message.destroyed && !message.complete) return undefined;
    return toErrorResponse(error);
  }
}

function respondOrError(
  options: BridgeServerOptions,
  request: SimulatorRequest,
): SimulatorResponse | StreamResponseWriter {
  try {
    return options.respond(request);
  } catch (error) {
    return toErrorResponse(error);
  }
}

const toErrorResponse = (error: unknown): SimulatorResponse =>
  error instanceof SimulatorHttpError
    ? errorResponse(error.status, error.descriptions)
    : errorResponse(500, [error instanceof Error ? error.message : String(error)]);

/** In bytes; the request log truncates longer bodies. */
const recordedBodyLimit = 2048;

/** Sends a 500 if the fault makes the response invalid for HTTP. */
function sendWithFallback(
  options: BridgeServerOptions,
  activeRequest: ActiveRequest,
  answer: SimulatorResponse | StreamResponseWriter,
): void {
  try {
    sendWithFault(options, activeRequest, answer);
  } catch (error) {
    sendWithFault(options, { ...activeRequest, fault: undefined }, toErrorResponse(error));
  }
}

/** With the effects of a fault on the transport: cuts, stalls, throttling. */
function sendWithFault(
  { timers }: BridgeServerOptions,
  { response, recorded, fault = {}, release }: ActiveRequest,
  answer: SimulatorResponse | StreamResponseWriter,
): void {
  const isStream = typeof answer === 'function';
  if (isStream) release();
  else recorded.responseBody = answer.body.subarray(0, recordedBodyLimit).toString('utf8');
  if (fault.stall === 'before') return;
  if (fault.cut === 'before' || fault.cutAfter === 0) {
    response.destroy();
    return;
  }
  recorded.status = isStream ? 200 : answer.status;
  if (isStream) openStream(response, answer, fault);
  else {
    response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
    sendBody(response, answer.body, fault, timers);
  }
  if (fault.lasts !== undefined) timers.after(fault.lasts, () => response.destroy());
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

function openStream(response: ServerResponse, open: StreamResponseWriter, fault: Fault): void {
  if (fault.stall === undefined || fault.stall === false) open(response);
  else response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  if (fault.cut === 'during' || fault.cut === 'after') response.destroy();
}

/** A request with its response. */
export interface LoggedRequest {
  /** From 1. */
  number: number;
  receivedAt: Date;
  method: string;
  /** With the query. */
  path: string;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As received. */
  body: string;
  /** 0 before the response, and if a fault suppressed it. */
  status: number;
  /** Beginning of the body. */
  responseBody: string;
  /** From arrival until the response was sent, in ms. */
  duration: number;
  /** Of the client: the same for requests over one connection. */
  remotePort: number;
}

/** The latest requests, each with its response. Emits `request` on arrival and `answered` after the response. */
export class RequestLog extends EventEmitter<{
  request: [LoggedRequest];
  answered: [LoggedRequest];
}> {
  readonly #requests: LoggedRequest[] = [];
  #count = 0;

  /** @param capacity number of stored requests */
  constructor(readonly capacity: number) {
    super();
    this.setMaxListeners(0);
  }

  /** Oldest first. */
  get requests(): readonly LoggedRequest[] {
    return this.#requests;
  }

  add(request: Pick<LoggedRequest, 'method' | 'path' | 'headers' | 'remotePort'>): LoggedRequest {
    this.#count += 1;
    const recorded: LoggedRequest = {
      ...request,
      number: this.#count,
      receivedAt: new Date(),
      body: '',
      status: 0,
      responseBody: '',
      duration: 0,
    };
    if (this.#requests.length >= this.capacity) this.#requests.shift();
    this.#requests.push(recorded);
    return recorded;
  }
}
