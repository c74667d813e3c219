import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { isIP } from 'node:net';
import { shownAddress } from './address';
import { guardedLookup } from './guarded-lookup';
import { errorCode } from '../errors/error-code';
import { closedProblem, ConnectionProblem, connectProblem } from '../errors/problem';
import { afterWait, systemClock } from '../time/clock';
import { seenCertificate, untrusted } from './trust';
import type { Address } from './address';
import type { Problem } from '../errors/problem';
import type { TrustKeeper } from './trust';

/** Called with a socket that may be used, or with the problem. */
type Connected = (...outcome: [null, TLSSocket] | [ConnectionProblem, null]) => void;

/** Opens TLS connections to one bridge and hands out only those whose certificate is the bridge's. */
export class Connector {
  readonly #address: Address;
  readonly #trust: TrustKeeper;
  readonly #timeout: number;
  readonly #opening = new Set<(problem: Problem) => void>();
  #closed = false;

  /**
   * @param timeout until TCP, TLS and the judgement of the certificate are done, in ms
   */
  constructor(address: Address, trust: TrustKeeper, timeout: number) {
    this.#address = address;
    this.#trust = trust;
    this.#timeout = timeout;
  }

  /** Opens a connection. Sessions are never resumed, so that every connection shows its certificate. */
  open(connected: Connected): void {
    const where = shownAddress(this.#address);
    const socket = this.#startTls();
    const settle = (problem: Problem | undefined): void => {
      if (!this.#opening.delete(settle)) return;
      callOff();
      socket.off('error', failed);
      socket.off('close', ended);
      if (problem === undefined) return connected(null, socket);
      socket.on('error', ignoreLateError);
      socket.destroy();
      connected(new ConnectionProblem(problem), null);
    };
    const failed = (error: Error): void => settle(this.#refusal(socket, error));
    const ended = (): void => settle(connectProblem(undefined, where));
    const callOff = afterWait(systemClock, this.#timeout, () =>
      settle({
        ...connectProblem(undefined, where),
        what: `${where} did not take the connection within ${this.#timeout} ms`,
      }),
    );
    this.#opening.add(settle);
    socket.on('error', failed);
    socket.on('close', ended);
    socket.once('secureConnect', () => {
      const judgement = this.#trust.judge(seenCertificate(socket.getPeerCertificate()), where);
      if (judgement instanceof Promise) void judgement.then(settle);
      else settle(judgement);
    });
    if (this.#closed) settle(closedProblem);
  }

  /** Gives up all connections that are being opened, now and from now on. */
  close(): void {
    this.#closed = true;
    for (const settle of this.#opening) settle(closedProblem);
  }

  #startTls(): TLSSocket {
    const { host, port } = this.#address;
    const { ca, bridgeId } = this.#trust;
    const socket = connect({
      host,
      port,
      lookup: guardedLookup(),
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      ...(isIP(host) === 0 ? { servername: host } : {}),
      // Without a CA the certificate is judged by its pin before the socket is handed out.
      ...(ca === undefined ? { rejectUnauthorized: false } : { ca, rejectUnauthorized: true }),
      // Bridges carry their id as common name and no host name; TrustKeeper compares it.
      ...(bridgeId === undefined ? {} : { checkServerIdentity: () => undefined }),
    });
    socket.setNoDelay(true);
    socket.setKeepAlive(true, keepAliveDelay);
    return socket;
  }

  #refusal(socket: TLSSocket, error: Error): Problem {
    const where = shownAddress(this.#address);
    const reason = errorCode(error);
    const certificateRefused = this.#trust.ca !== undefined && Boolean(socket.authorizationError);
    return certificateRefused
      ? untrusted(`nobody who is trusted vouches for the certificate at ${where}`, reason)
      : connectProblem(error, where);
  }
}

/** Idle time after which the operating system checks that the other side is still there, in ms. */
const keepAliveDelay = 30_000;

export const ignoreLateError = (): void => {
  // The problem has been told; a destroyed socket may still report its end.
};
