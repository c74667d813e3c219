import { randomBytes } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AnswerFault, RateLimit } from './control-protocol';
import { isKey } from './key-ring';
import type { SimulatorOptions } from './options';

/** What the command line asks for. */
export type CommandLine =
  | { kind: 'help' }
  | { kind: 'start'; options: SimulatorOptions; fault?: AnswerFault; rateLimit?: RateLimit };

/** What `--help` prints. */
export const help = `Usage: lighting-bridge-simulator [options]

A home lighting bridge that needs no hardware: HTTPS with a certificate of its own, and a page that
shows the home, the requests and what goes wrong.

  --port <number>                port of the bridge (8443)
  --control-port <number>        port of the page, on loopback only (8580)
  --host <address>               address the bridge listens on (127.0.0.1)
  --key <text>                   key that opens the bridge (simulator-key; a random one where
                                 the bridge listens beyond loopback)
  --state <file.json>            state of the home: read at the start when it exists, written at the
                                 end; the answer of a bridge to GET /clip/v2/resource will do
  --alive                        sensors move by themselves
  --announce                     announce the bridge on the local network by mDNS
  --service-type <name>          what to announce it as (hue)
  --certificate-folder <folder>  where the certificate and the keys from pairing are kept
  --bridge-id <16 hex digits>    id of the bridge
  --no-events                    no event stream, as the service document has none
  --created-status <200|201>     status of a successful POST (200)
  --unauthorized-status <401|403>  status for a wrong key (403)

What goes wrong:
  --status <number>              answer every request with this status
  --delay <ms>                   wait before every answer
  --rate-limit <number>          requests a second; what is more is answered with 429
  --retry-after <seconds>        add Retry-After to those answers
  --at-once <number>             requests at the same time; one more is answered with 429

  --help                         print this
`;

const settings = {
  port: { type: 'string', default: '8443' },
  'control-port': { type: 'string', default: '8580' },
  host: { type: 'string', default: '127.0.0.1' },
  key: { type: 'string' },
  state: { type: 'string' },
  alive: { type: 'boolean', default: false },
  announce: { type: 'boolean', default: false },
  'service-type': { type: 'string', default: 'hue' },
  'certificate-folder': { type: 'string' },
  'bridge-id': { type: 'string' },
  'no-events': { type: 'boolean', default: false },
  'created-status': { type: 'string', default: '200' },
  'unauthorized-status': { type: 'string', default: '403' },
  status: { type: 'string' },
  delay: { type: 'string' },
  'rate-limit': { type: 'string' },
  'retry-after': { type: 'string' },
  'at-once': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/**
 * Reads the command line.
 *
 * @param args arguments behind the name of the command
 * @throws Error that says what is wrong with them
 */
export function readCommandLine(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): CommandLine {
  const { values } = parseArgs({ args: [...args], options: settings, strict: true });
  if (values.help) return { kind: 'help' };
  const port = numberOf('--port', values.port, 0, 65_535);
  const controlPort = numberOf('--control-port', values['control-port'], 0, 65_535);
  const options: SimulatorOptions = {
    port,
    controlPort,
    host: values.host,
    key: keyFor(values.host, values.key),
    requestLog: 1_000,
    alive: values.alive,
    events: values['no-events'] ? false : {},
    announce: values.announce ? { type: values['service-type'] } : false,
    certificateFolder: values['certificate-folder'] ?? usualFolder(environment),
    createdStatus: oneOf('--created-status', values['created-status'], [200, 201]),
    unauthorizedStatus: oneOf('--unauthorized-status', values['unauthorized-status'], [401, 403]),
    ...(values.state === undefined ? {} : { stateFile: values.state }),
    ...(values['bridge-id'] === undefined ? {} : { bridgeId: bridgeIdOf(values['bridge-id']) }),
  };
  return { kind: 'start', options, ...faultOf(values), ...rateLimitOf(values) };
}

/** A key that everybody knows is good enough for loopback only. */
function keyFor(host: string, given: string | undefined): string {
  if (given === '') throw new Error('--key: expected a key, got nothing.');
  if (given !== undefined && !isKey(given)) {
    throw new Error(
      '--key: expected letters, digits and signs of ASCII, no spaces or line breaks.',
    );
  }
  const isLoopback =
    host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
  return given ?? (isLoopback ? 'simulator-key' : randomBytes(20).toString('hex'));
}

type Values = Partial<Record<keyof typeof settings, string | boolean>>;

function faultOf(values: Values): { fault?: AnswerFault } {
  const status = optionalNumber('--status', values.status, 200, 599);
  const delay = optionalNumber('--delay', values.delay, 0, 3_600_000);
  if (status === undefined && delay === undefined) return {};
  return {
    fault: {
      ...(status === undefined ? {} : { status }),
      ...(delay === undefined ? {} : { delay }),
    },
  };
}

function rateLimitOf(values: Values): { rateLimit?: RateLimit } {
  const perSecond = optionalNumber('--rate-limit', values['rate-limit'], 1, 10_000);
  const atOnce = optionalNumber('--at-once', values['at-once'], 1, 10_000);
  const retryAfter = optionalNumber('--retry-after', values['retry-after'], 0, 3_600);
  if (perSecond === undefined && atOnce === undefined) {
    if (retryAfter === undefined) return {};
    throw new Error('--retry-after: give --rate-limit or --at-once with it.');
  }
  return {
    rateLimit: {
      ...(perSecond === undefined ? {} : { perSecond }),
      ...(atOnce === undefined ? {} : { atOnce }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    },
  };
}

const optionalNumber = (
  name: string,
  text: string | boolean | undefined,
  least: number,
  most: number,
): number | undefined => (typeof text === 'string' ? numberOf(name, text, least, most) : undefined);

function numberOf(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new Error(`${name}: expected a number from ${least} to ${most}, got "${text}".`);
}

function oneOf<const Allowed extends number>(
  name: string,
  text: string,
  allowed: readonly Allowed[],
): Allowed {
  const found = allowed.find((value) => String(value) === text);
  if (found !== undefined) return found;
  throw new Error(`${name}: expected ${allowed.join(' or ')}, got "${text}".`);
}

function bridgeIdOf(text: string): string {
  if (/^[0-9a-f]{16}$/i.test(text)) return text.toLowerCase();
  throw new Error(`--bridge-id: expected 16 hex digits, got "${text}".`);
}

/** Where people's state belongs (XDG Base Directory Specification), or a folder in their home. */
function usualFolder({ XDG_STATE_HOME: state }: NodeJS.ProcessEnv): string {
  return state === undefined || state === ''
    ? join(homedir(), '.lighting-bridge-simulator')
    : join(state, 'lighting-bridge-simulator');
}
