/** Status and headers of a response. */
export interface ResponseHead {
  status: number;
  /** Values by name in lower case; those of a name that came several times are joined by commas. */
  headers: ReadonlyMap<string, string>;
}

/** Takes the parts of a response as they arrive. */
export interface ResponseReceiver {
  onHead(head: ResponseHead): void;
  onBody(chunk: Buffer): void;
}

/** What was received is no HTTP/1.1 response. */
export class HttpSyntaxError extends Error {
  override readonly name = 'HttpSyntaxError';

  /** @param code names what is wrong */
  constructor(readonly code: 'HTTP_SYNTAX' | 'HTTP_HEAD_TOO_LARGE') {
    super(code);
  }
}

/** Longest head, longest line before a chunk, and longest trailer section, in bytes: the default of Node.js for a head. */
const maxHeadSize = 16_384;

const lineEnd = '\r\n';
const headEnd = '\r\n\r\n';
const noBytes: Buffer = Buffer.alloc(0);

type ParserState =
  | 'head'
  | 'body'
  | 'chunk-size'
  | 'chunk-data'
  | 'chunk-end'
  | 'trailers'
  | 'complete';

/**
 * Parses one HTTP/1.1 response of any partition into chunks, as the response to a request of any method but HEAD and
 * CONNECT. RFC 9112; what could be understood in two ways is rejected.
 */
export class HttpResponseParser {
  readonly #receiver: ResponseReceiver;
  #state: ParserState = 'head';
  /** What is left of the body, or of its chunk, in bytes; Infinity for a body that ends with the connection. */
  #remaining = 0;
  /** The beginning of a line or a head that is not complete yet. */
  #pending = noBytes;
  #keepsConnection = false;
  #keepAliveTimeout: number | undefined;

  constructor(receiver: ResponseReceiver) {
    this.#receiver = receiver;
  }

  /** Whether the response is complete. */
  get isComplete(): boolean {
    return this.#state === 'complete';
  }

  /** Whether another request may follow on the connection, once the response is complete. */
  get keepsConnection(): boolean {
    return this.#keepsConnection;
  }

  /** Time in ms for which the server says that it keeps an idle connection. */
  get keepAliveTimeout(): number | undefined {
    return this.#keepAliveTimeout;
  }

  /**
   * Parses what arrived.
   *
   * @throws {HttpSyntaxError} when it is no response, or one that could be understood in two ways
   */
  parse(chunk: Buffer): void {
    let rest = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    this.#pending = noBytes;
    while (rest.length > 0 && this.#state !== 'complete') rest = this.#parsePart(rest);
    // Nothing was asked for that could follow.
    if (rest.length > 0) this.#keepsConnection = false;
  }

  /** Takes the end of the connection, with which the response may be complete. */
  end(): void {
    if (this.#remaining === Infinity) this.#state = 'complete';
  }

  /** @returns what follows the part that was parsed; nothing when it is kept until more arrives */
  #parsePart(bytes: Buffer): Buffer {
    switch (this.#state) {
      case 'head':
        return this.#parseHead(bytes);
      case 'chunk-size':
        return this.#parseChunkSize(bytes);
      case 'chunk-end':
        return this.#parseChunkEnd(bytes);
      case 'trailers':
        return this.#parseTrailers(bytes);
      default:
        return this.#passOnBody(bytes);
    }
  }

  #parseHead(bytes: Buffer): Buffer {
    if (!isStartOfResponse(bytes)) throw new HttpSyntaxError('HTTP_SYNTAX');
    const end = bytes.indexOf(headEnd);
    if (end < 0 || end > maxHeadSize) return this.#keepUntilMore(bytes);
    const { status, version, headers } = parseHeadText(bytes.toString('latin1', 0, end));
    const rest = bytes.subarray(end + headEnd.length);
    // Informational responses come before the actual one; nobody asked for another protocol. RFC 9110, section 15.2.
    if (status === 101) throw new HttpSyntaxError('HTTP_SYNTAX');
    if (status < 200) return rest;
    this.#keepsConnection =
      version === '1.1' && !hasToken(headers.get('connection') ?? '', 'close');
    this.#keepAliveTimeout = parseKeepAliveTimeout(headers.get('keep-alive'));
    this.#startBody(status, headers);
    this.#receiver.onHead({ status, headers });
    return rest;
  }

  /** How long the body is. RFC 9112, section 6.3. */
  #startBody(status: number, headers: ReadonlyMap<string, string>): void {
    const [coding, length] = [headers.get('transfer-encoding'), headers.get('content-length')];
    if (coding !== undefined) {
      if (length !== undefined || coding.toLowerCase() !== 'chunked')
        throw new HttpSyntaxError('HTTP_SYNTAX');
      this.#state = 'chunk-size';
    } else if (length !== undefined && !/^\d{1,15}$/.test(length)) {
      throw new HttpSyntaxError('HTTP_SYNTAX');
    } else {
      this.#remaining = length === undefined ? Infinity : Number(length);
      this.#state = this.#remaining === 0 ? 'complete' : 'body';
    }
    if (status === 204 || status === 304) {
      this.#remaining = 0;
      this.#state = 'complete';
    }
    if (this.#remaining === Infinity) this.#keepsConnection = false;
  }

  #passOnBody(bytes: Buffer): Buffer {
    const part = bytes.length > this.#remaining ? bytes.subarray(0, this.#remaining) : bytes;
    this.#remaining -= part.length;
    if (this.#remaining === 0) this.#state = this.#state === 'body' ? 'complete' : 'chunk-end';
    this.#receiver.onBody(part);
    return bytes.subarray(part.length);
  }

  #parseChunkSize(bytes: Buffer): Buffer {
    const end = bytes.indexOf(lineEnd);
    if (end < 0 || end > maxHeadSize) return this.#keepUntilMore(bytes);
    // Extensions after the size are ignored. RFC 9112, section 7.1.1.
    const [, size] =
      /^([\da-f]{1,12})[ \t]*(?:;.*)?$/i.exec(bytes.toString('latin1', 0, end)) ?? [];
    if (size === undefined) throw new HttpSyntaxError('HTTP_SYNTAX');
    this.#remaining = Number.parseInt(size, 16);
    this.#state = this.#remaining === 0 ? 'trailers' : 'chunk-data';
    return bytes.subarray(end + lineEnd.length);
  }

  #parseChunkEnd(bytes: Buffer): Buffer {
    if (bytes.length < lineEnd.length) return this.#keepUntilMore(bytes);
    if (!bytes.subarray(0, lineEnd.length).equals(lineEndBytes))
      throw new HttpSyntaxError('HTTP_SYNTAX');
    this.#state = 'chunk-size';
    return bytes.subarray(lineEnd.length);
  }

  /** Trailers are read and ignored. */
  #parseTrailers(bytes: Buffer): Buffer {
    const end = bytes.indexOf(lineEnd);
    if (end < 0 || end > maxHeadSize) return this.#keepUntilMore(bytes);
    if (end === 0) this.#state = 'complete';
    this.#remaining += end;
    if (this.#remaining > maxHeadSize) throw new HttpSyntaxError('HTTP_HEAD_TOO_LARGE');
    return bytes.subarray(end + lineEnd.length);
  }

  #keepUntilMore(bytes: Buffer): Buffer {
    if (bytes.length > maxHeadSize) throw new HttpSyntaxError('HTTP_HEAD_TOO_LARGE');
    this.#pending = bytes;
    return noBytes;
  }
}

const lineEndBytes = Buffer.from(lineEnd);
const responseStart = Buffer.from('HTTP/1.');

/** Whether a response may begin so: what is none should not be waited for. */
function isStartOfResponse(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, responseStart.length);
  return bytes.compare(responseStart, 0, length, 0, length) === 0;
}

/** @throws {HttpSyntaxError} */
function parseHeadText(text: string): ResponseHead & { version: string } {
  // A folded line continues the one before it. RFC 9112, section 5.2.
  const [statusLine = '', ...lines] = text.replace(/\r\n[ \t]+/g, ' ').split(lineEnd);
  const [, version = '', status] = /^HTTP\/(1\.[01]) ([1-5]\d\d)(?: |$)/.exec(statusLine) ?? [];
  if (status === undefined) throw new HttpSyntaxError('HTTP_SYNTAX');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (!isHeaderName(name) || line.includes('\n')) throw new HttpSyntaxError('HTTP_SYNTAX');
    const value = line.slice(colon + 1).trim();
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return { version, status: Number(status), headers };
}

/** RFC 9110, section 5.6.2. */
const isHeaderName = (name: string): boolean => /^[!#$%&'*+.^_`|~\da-z-]+$/.test(name);

const hasToken = (value: string, token: string): boolean =>
  value.split(',').some((listed) => listed.trim().toLowerCase() === token);

/** @returns the member `timeout` of the header `Keep-Alive`, in ms */
function parseKeepAliveTimeout(value: string | undefined): number | undefined {
  const [, seconds] = /(?:^|[,;\s])timeout=(\d{1,9})/i.exec(value ?? '') ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}
