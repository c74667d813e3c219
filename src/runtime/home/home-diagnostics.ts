import type { BridgeSettings } from '../bridge/open-bridge';
import type { Bridge } from '../bridge/bridge';
import { isKnownResourceType } from '../../resources/table';
import { isObject } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import { describeConnection } from './home-feed';
import { createHomeHealth } from './home-health';

interface DiagnosedVersions {
  readonly node: string;
  readonly nodeRed: string;
  readonly package: string;
}

/** Shape of a bridge's answer to `GET /clip/v2/resource`. */
export interface HomeDump {
  readonly errors: readonly [];
  readonly data: unknown;
}

/** Contains no name, id, address, serial number or key of the home. */
export interface HomeDiagnostics {
  /** ISO 8601. */
  readonly createdAt: string;
  readonly versions: DiagnosedVersions;
  readonly settings: unknown;
  readonly connection: unknown;
  readonly health: unknown;
  /** Oldest first. */
  readonly requests: unknown;
  readonly home: HomeDump;
}

/**
 * Describes a bridge without a request, for people who look for the cause of a problem. All parts use the same
 * stand-ins.
 */
export function createHomeDiagnostics(
  bridge: Bridge,
  settings: BridgeSettings,
  versions: DiagnosedVersions,
): HomeDiagnostics {
  const { stateCache, connectionState, diagnostics } = bridge.client;
  const resources = [...stateCache.all()];
  const anonymizer = new Anonymizer(resources);
  const requests = diagnostics.requests.map(({ sentAt, method, path, result, duration }) => ({
    sentAt: sentAt.toISOString(),
    method,
    path: anonymizer.replaceInPath(path),
    result: result ?? null,
    duration: duration ?? null,
  }));
  return {
    createdAt: new Date().toISOString(),
    versions,
    settings: describeSettings(settings),
    connection: {
      ...toObject(anonymizer.replaceIn(describeConnection(bridge))),
      code: connectionState.reason?.code ?? null,
    },
    health: anonymizer.replaceIn(createHomeHealth(bridge)),
    requests,
    home: dump(anonymizer, resources),
  };
}

export function createHomeDump({ client }: Bridge): HomeDump {
  const resources = [...client.stateCache.all()];
  return dump(new Anonymizer(resources), resources);
}

const dump = (anonymizer: Anonymizer, resources: readonly Resource[]): HomeDump => ({
  errors: [],
  data: anonymizer.replaceIn(resources),
});

/** Leaves out addresses, ids and keys. */
const describeSettings = ({
  port,
  bridgeId,
  fingerprint,
  caFile,
  events,
  limits,
  showStates,
  logbook,
}: BridgeSettings): object => ({
  port,
  hasBridgeId: bridgeId !== undefined,
  hasFingerprint: fingerprint !== undefined,
  hasCaFile: caFile !== undefined,
  events,
  limits,
  showStates,
  logbook,
});

const toObject = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {};

/** Their texts say nothing about people: words of the service, versions and models. */
const plainMembers: ReadonlySet<string> = new Set(
  (
    'type rtype status state active action action_type_values action_values archetype function mode mode_values ' +
    'effect effect_values status_values signal signal_values sound sound_values preset gamut_type event event_values ' +
    'last_event direction kind weekday recurrence level problems install_state battery_state switch_mode source ' +
    'category orientation order association model_id product_name manufacturer_name product_archetype ' +
    'software_version hardware_platform_type configuration_type stream_mode channel value mute reason modelId ' +
    'softwareVersion'
  ).split(' '),
);

/** A type stays even if something in the home has its name. */
const typeMembers: ReadonlySet<string> = new Set(['type', 'rtype']);

/** Numbers that tell where a home is, or open something. */
const hiddenNumbers = /(?:^|_)(?:latitude|longitude|pin|code|passcode|discriminator)$/;

const uuidPattern = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const isUuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const isColonHex = /^[0-9a-f]{2}(?::[0-9a-f]{2}){3,}$/i;
const isHex = /^(?=.*\d)[0-9a-f]{6,}$/i;
const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?$/;
const isTimeOfDay = /^\d{1,2}:\d\d(?::\d\d)?$/;
const isWord = /^[\w .,()/+-]{1,64}$/;
const isIp = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[?[0-9a-f]{0,4}:[0-9a-f:]*\]?)$/i;
const isPlainName = /^[A-Za-z_]\w{0,39}$/;

/**
 * Replaces names, ids, addresses and serial numbers by texts of the same shape: a UUID stays a UUID. One text has one
 * stand-in per instance, so that references stay valid.
 */
export class Anonymizer {
  readonly #byText = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #names: ReadonlySet<string>;

  /** @param values all values with names, such as the resources of a home */
  constructor(values: readonly unknown[]) {
    const names = new Set<string>();
    for (const value of values) collectNames(value, names);
    this.#names = names;
  }

  replaceIn(value: unknown, member = ''): unknown {
    if (Array.isArray(value)) return value.map((entry: unknown) => this.replaceIn(entry, member));
    if (isObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, entry]) => [
          isPlainName.test(name) && !isHex.test(name) ? name : this.#replaceText(name, ''),
          this.replaceIn(entry, name),
        ]),
      );
    }
    if (typeof value === 'number' && hiddenNumbers.test(member)) return 0;
    return typeof value === 'string' ? this.#replaceText(value, member) : value;
  }

  replaceInPath(path: string): string {
    return path.replaceAll(uuidPattern, (id) => this.#replaceText(id, 'id'));
  }

  #replaceText(text: string, member: string): string {
    if (text === '' || isTime.test(text)) return text;
    // The sunset tells how far north and east a home is.
    if (isTimeOfDay.test(text)) return '18:00:00';
    if (typeMembers.has(member) && isKnownResourceType(text)) return text;
    if (plainMembers.has(member) && this.#isPlain(text)) return text;
    if (member === 'id_v1') return this.#replaceLegacyId(text);
    if (member === 'time_zone') return 'UTC';
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const standIn = this.#create(text);
    this.#byText.set(text, standIn);
    return standIn;
  }

  /** True for a word of the service without an id or a name. */
  #isPlain(text: string): boolean {
    if (!isWord.test(text) || isHex.test(text) || isUuid.test(text) || isIp.test(text))
      return false;
    if (/^[a-z0-9_]+$/.test(text)) return !this.#names.has(text);
    return [...this.#names].every((name) => name.length < 3 || !text.includes(name));
  }

  /** `/lights/3` holds no id; others end with a part of one. */
  #replaceLegacyId(text: string): string {
    const [, path = '', id = text] = /^((?:\/[a-z]+)?\/)(.*)$/s.exec(text) ?? [];
    return /^\d{1,5}$/.test(id) ? text : `${path}${this.#replaceText(id, '')}`;
  }

  #create(text: string): string {
    if (isUuid.test(text)) return `00000000-0000-4000-8000-${this.#countAsHex('uuid', 12)}`;
    if (isColonHex.test(text)) {
      const pairs = text.split(':').length;
      const digits = this.#countAsHex(`colon ${pairs}`, pairs * 2 - 2);
      return `02${digits}`.replaceAll(/(..)(?!$)/g, '$1:');
    }
    if (isHex.test(text)) return `0a${this.#countAsHex(`hex ${text.length}`, text.length - 2)}`;
    const [, host = text, port = ''] = /^([\d.]+|\[.*\])(:\d{1,5})$/.exec(text) ?? [];
    if (isIp.test(host)) return `192.0.2.${this.#count('address')}${port}`;
    return `Name ${this.#count('name')}`;
  }

  #countAsHex(kind: string, length: number): string {
    return this.#count(kind).toString(16).padStart(length, '0').slice(-length);
  }

  #count(kind: string): number {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count;
  }
}

function collectNames(value: unknown, names: Set<string>): void {
  if (Array.isArray(value)) for (const entry of value) collectNames(entry, names);
  if (!isObject(value)) return;
  for (const [name, entry] of Object.entries(value)) {
    if (['name', 'label', 'room', 'bridgeName'].includes(name) && typeof entry === 'string')
      names.add(entry);
    else collectNames(entry, names);
  }
}
