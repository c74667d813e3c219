import { randomBytes } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ResponseFault, RateLimit } from '../control/control-protocol';
import { isHeaderSafeKey } from '../pairing';
import type { SimulatorOptions } from '../simulator-options';
import { createUnusualHome } from '../fixtures/unusual';

export type ParsedCommandLine =
  | { kind: 'help' }
  | { kind: 'start'; options: SimulatorOptions; fault?: ResponseFault; rateLimit?: RateLimit };

export const helpText = `Usage: lighting-bridge-simulator [options]

A home lighting bridge that needs no hardware: HTTPS with a certificate of its own, and a page that
shows the home, the requests and what goes wrong.

  --port <number>                port of the bridge (8443)
  --control-port <number>        port of the page, on loopback only (8580)
  --host <address>               address the bridge listens on (127.0.0.1)
  --key <text>                   key that opens the bridge (simulator-key; a random one where
                                 the bridge listens beyond loopback)
  --home <file.json>             a twin of your own home, which is never written: a diagnostics file of
                                 the editor, a backup, or the answer of a bridge to GET /clip/v2/resource
  --new-ids <kept|gone>          the same devices under new ids, and what people made kept, or gone as after a reset
  --unusual                      a home with what bridges and devices of other makers, of old firmware
                                 and of rare kinds send
  --state <file.json>            state of the home at the start, which is only read; the answer of a
                                 bridge to GET /clip/v2/resource will do
  --save                         write the state back to that file at the end; it is created where
                                 there is none
  --alive                        sensors move by themselves
  --announce                     announce the bridge on the local network by mDNS
  --service-type <name>          what to announce it as (hue)
  --certificate-folder <folder>  where the certificate and the keys from pairing are kept
  --bridge-id <16 hex digits>    id of the bridge
  --no-events                    no event stream, as the service document has none
  --no-mirek-valid               events of lamps without mirek_valid, as diyHue and bifrost send them
  --created-status <200|201>     status of a successful POST (200)
  --unauthorized-status <401|403>  status for a wrong key (403)

What goes wrong:
  --status <number>              answer every request with this status
  --delay <ms>                   wait before every answer
  --rate-limit <number>          requests a second; what is more is answered with 429
  --retry-after <seconds>        add Retry-After to those answers
  --at-once <number>             requests at the same time; one more is answered with 429
  --scene-limit <number>         scenes that the bridge holds; one more is answered with 507
  --group-limit <number>         rooms and zones that the bridge holds; one more is answered with 507

  --help                         print this
`;

const optionDefinitions = {
  port: { type: 'string', default: '8443' },
  'control-port': { type: 'string', default: '8580' },
  host: { type: 'string', default: '127.0.0.1' },
  key: { type: 'string' },
  home: { type: 'string' },
  'new-ids': { type: 'string' },
  unusual: { type: 'boolean', default: false },
  state: { type: 'string' },
  save: { type: 'boolean', default: false },
  alive: { type: 'boolean', default: false },
  announce: { type: 'boolean', default: false },
  'service-type': { type: 'string', default: 'hue' },
  'certificate-folder': { type: 'string' },
  'bridge-id': { type: 'string' },
  'no-events': { type: 'boolean', default: false },
  'no-mirek-valid': { type: 'boolean', default: false },
  'created-status': { type: 'string', default: '200' },
  'unauthorized-status': { type: 'string', default: '403' },
  status: { type: 'string' },
  delay: { type: 'string' },
  'rate-limit': { type: 'string' },
  'retry-after': { type: 'string' },
  'at-once': { type: 'string' },
  'scene-limit': { type: 'string' },
  'group-limit': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/**
 * @param args after the name of the command
 * @throws Error that names the invalid argument
 */
export function parseCommandLine(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): ParsedCommandLine {
  const { values } = parseArgs({ args: [...args], options: optionDefinitions, strict: true });
  if (values.help) return { kind: 'help' };
  const port = parseNumber('--port', values.port, 0, 65_535);
  const controlPort = parseNumber('--control-port', values['control-port'], 0, 65_535);
  const options: SimulatorOptions = {
    port,
    controlPort,
    host: values.host,
    key: resolveKey(values.host, values.key),
    requestLog: 1_000,
    alive: values.alive,
    events: parseEvents(values['no-events'], values['no-mirek-valid']),
    announce: values.announce ? { type: values['service-type'] } : false,
    certificateFolder: values['certificate-folder'] ?? resolveDefaultFolder(environment),
    createdStatus: parseChoice('--created-status', values['created-status'], [200, 201]),
    unauthorizedStatus: parseChoice(
      '--unauthorized-status',
      values['unauthorized-status'],
      [401, 403],
    ),
    ...parseState(values.home, values.state, values.save),
    ...parseUnusual(values.unusual, values.home),
    ...parseNewIds(values['new-ids']),
    ...parseLimits(values['scene-limit'], values['group-limit']),
    ...(values['bridge-id'] === undefined ? {} : { bridgeId: parseBridgeId(values['bridge-id']) }),
  };
  return { kind: 'start', options, ...parseFault(values), ...parseRateLimit(values) };
}

function parseState(
  homeFile: string | undefined,
  stateFile: string | undefined,
  saveState: boolean,
): Pick<SimulatorOptions, 'homeFile' | 'stateFile' | 'saveState'> {
  if (homeFile !== undefined && (stateFile !== undefined || saveState)) {
    throw new Error(
      '--home: give it without --state and --save; they are for a home that is kept.',
    );
  }
  if (homeFile !== undefined) return { homeFile };
  if (stateFile !== undefined) return { stateFile, saveState };
  if (saveState) throw new Error('--save: give --state with it, the file to save to.');
  return {};
}

function parseUnusual(isUnusual: boolean, homeFile: string | undefined): SimulatorOptions {
  if (!isUnusual) return {};
  if (homeFile === undefined) return { home: createUnusualHome() };
  throw new Error('--unusual: give it without --home; both say which home to show.');
}

function parseNewIds(made: string | undefined): SimulatorOptions {
  if (made === undefined) return {};
  if (made === 'kept' || made === 'gone') return { newIds: made };
  throw new Error(`--new-ids: expected kept or gone, got "${made}".`);
}

function parseLimits(scenes: string | undefined, groups: string | undefined): SimulatorOptions {
  const sceneLimit = parseOptionalNumber('--scene-limit', scenes, 0, 100_000);
  const groupLimit = parseOptionalNumber('--group-limit', groups, 0, 100_000);
  return {
    ...(sceneLimit === undefined ? {} : { sceneLimit }),
    ...(groupLimit === undefined ? {} : { groupLimit }),
  };
}

function parseEvents(noEvents: boolean, noMirekValid: boolean): SimulatorOptions['events'] {
  if (!noEvents) return noMirekValid ? { mirekValid: false } : {};
  if (!noMirekValid) return false;
  throw new Error('--no-mirek-valid: give it without --no-events; it is about events.');
}

/** A well-known key on loopback, otherwise a random key. */
function resolveKey(host: string, keyArgument: string | undefined): string {
  if (keyArgument === '') throw new Error('--key: expected a key, got nothing.');
  if (keyArgument !== undefined && !isHeaderSafeKey(keyArgument)) {
    throw new Error(
      '--key: expected letters, digits and signs of ASCII, no spaces or line breaks.',
    );
  }
  const isLoopback =
    host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
  return keyArgument ?? (isLoopback ? 'simulator-key' : randomBytes(20).toString('hex'));
}

type OptionValues = Partial<Record<keyof typeof optionDefinitions, string | boolean>>;

function parseFault(values: OptionValues): { fault?: ResponseFault } {
  const status = parseOptionalNumber('--status', values.status, 200, 599);
  const delay = parseOptionalNumber('--delay', values.delay, 0, 3_600_000);
  if (status === undefined && delay === undefined) return {};
  return {
    fault: {
      ...(status === undefined ? {} : { status }),
      ...(delay === undefined ? {} : { delay }),
    },
  };
}

function parseRateLimit(values: OptionValues): { rateLimit?: RateLimit } {
  const perSecond = parseOptionalNumber('--rate-limit', values['rate-limit'], 1, 10_000);
  const atOnce = parseOptionalNumber('--at-once', values['at-once'], 1, 10_000);
  const retryAfter = parseOptionalNumber('--retry-after', values['retry-after'], 0, 3_600);
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

const parseOptionalNumber = (
  name: string,
  text: string | boolean | undefined,
  minimum: number,
  maximum: number,
): number | undefined =>
  typeof text === 'string' ? parseNumber(name, text, minimum, maximum) : undefined;

function parseNumber(name: string, text: string, minimum: number, maximum: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= minimum && number <= maximum) return number;
  throw new Error(`${name}: expected a number from ${minimum} to ${maximum}, got "${text}".`);
}

function parseChoice<const Allowed extends number>(
  name: string,
  text: string,
  allowed: readonly Allowed[],
): Allowed {
  const choice = allowed.find((value) => String(value) === text);
  if (choice !== undefined) return choice;
  throw new Error(`${name}: expected ${allowed.join(' or ')}, got "${text}".`);
}

function parseBridgeId(text: string): string {
  if (/^[0-9a-f]{16}$/i.test(text)) return text.toLowerCase();
  throw new Error(`--bridge-id: expected 16 hex digits, got "${text}".`);
}

/** XDG Base Directory Specification. */
function resolveDefaultFolder({ XDG_STATE_HOME: state }: NodeJS.ProcessEnv): string {
  return state === undefined || state === ''
    ? join(homedir(), '.lighting-bridge-simulator')
    : join(state, 'lighting-bridge-simulator');
}
