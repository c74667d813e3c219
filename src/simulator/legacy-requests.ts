import {
  getListMember,
  getNestedMember,
  getTextMember,
  isObject,
  parseJsonOrUndefined,
} from '../resources/members';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';
import { applySceneRecall } from './handlers/scene';
import { findGroupLights } from '../resources/group-lights';
import { findOwner } from './simulated-home';
import { jsonResponse, SimulatorHttpError } from './http';
import type { SimulatorRequest, SimulatorResponse } from './http';
import { executeSimulatedOperation } from './resource-requests';
import type { ResourceRequestContext } from './resource-requests';
import { legacyErrorResponse, toLegacyError } from './pairing';

interface LegacyRequestContext extends ResourceRequestContext {
  bridgeId: string;
  /** As printed on the bridge, such as BSB002. */
  modelId: string;
  /** Where the bridge listens. */
  host: string;
}

/**
 * Handles what clients of version 2 use of version 1: the configuration, rules (there are none), a lamp and a group; as
 * real bridges do (diyHue `restful.py`).
 *
 * @param path `/api/config`, or `/api/<key>/...`, without query
 * @returns errors also have the status 200
 */
export function handleLegacyRequest(
  context: LegacyRequestContext,
  request: SimulatorRequest,
  path: string,
): SimulatorResponse {
  const [, , key = '', ...places] = path.split('/');
  const isAuthorized = context.keys.accepts(key);
  const address = key === 'config' ? '/config' : `/${places.join('/')}`;
  if (address === '/config' && !(isAuthorized && request.method === 'PUT')) {
    if (request.method !== 'GET') return refuseMethod(request.method, address);
    return jsonResponse(200, isAuthorized ? toFullConfig(context) : toPublicConfig(context));
  }
  if (!isAuthorized) return legacyErrorResponse(1, address, 'unauthorized user');
  const [type, number = ''] = places;
  if (type === 'rules' && number === '') {
    return request.method === 'GET' ? jsonResponse(200, {}) : refuseMethod(request.method, address);
  }
  return handleLegacyWrite(context, request, address);
}

function handleLegacyWrite(
  context: LegacyRequestContext,
  { method, body: text }: SimulatorRequest,
  address: string,
): SimulatorResponse {
  const target = findWritable(context, address);
  if (target === undefined && address !== '/config')
    return legacyErrorResponse(3, address, `resource, ${address}, not available`);
  if (method !== 'PUT') return refuseMethod(method, address);
  const body = parseJsonOrUndefined(text);
  if (!isObject(body)) return legacyErrorResponse(2, address, 'body contains invalid json');
  return target === undefined
    ? changeConfig(context, body)
    : changeLight(context, target, body, address);
}

const refuseMethod = (method: string, address: string): SimulatorResponse =>
  legacyErrorResponse(4, address, `method, ${method}, not available for resource, ${address}`);

const getBridgeDevice = ({ simulation: { home } }: LegacyRequestContext): Resource | undefined =>
  home.byType('bridge').flatMap((bridge) => findOwner(home, bridge) ?? [])[0];

const toPublicConfig = (context: LegacyRequestContext): Members => {
  const { bridgeId, modelId } = context;
  return {
    name: getNestedMember(getBridgeDevice(context), 'metadata', 'name') ?? 'Simulated bridge',
    datastoreversion: '172',
    swversion: '1978027000',
    apiversion: '1.78.0',
    mac: `${bridgeId.slice(0, 6)}${bridgeId.slice(10)}`.replace(/(..)(?!$)/g, '$1:'),
    bridgeid: bridgeId.toUpperCase(),
    factorynew: false,
    replacesbridgeid: null,
    modelid: modelId,
    starterkitid: '',
  };
};

/** For clients with a key; without the list of keys of real bridges. */
function toFullConfig(context: LegacyRequestContext): Members {
  const { home } = context.simulation;
  const now = new Date().toISOString().slice(0, 19);
  const channel = home
    .byType('zigbee_connectivity')
    .map((service) => getNestedMember(service, 'channel', 'value'))
    .find((value) => typeof value === 'string');
  return {
    ...toPublicConfig(context),
    zigbeechannel: Number(String(channel).replace('channel_', '')) || 0,
    ipaddress: context.host,
    dhcp: true,
    netmask: '255.255.255.0',
    gateway: context.host,
    proxyaddress: 'none',
    proxyport: 0,
    UTC: now,
    localtime: now,
    timezone: getNestedMember(home.byType('bridge')[0], 'time_zone', 'time_zone') ?? 'none',
    portalservices: false,
    portalconnection: 'disconnected',
    linkbutton: false,
    swupdate2: { checkforupdate: false, state: 'noupdates' },
  };
}

const idleConfigMembers: ReadonlySet<string> = new Set(['swupdate2', 'touchlink']);

function changeConfig(context: LegacyRequestContext, body: Members): SimulatorResponse {
  const results = Object.entries(body).map(([name, value]) => {
    const address = `/config/${name}`;
    if (idleConfigMembers.has(name)) return { success: { [address]: value } };
    if (name !== 'name') return toLegacyError(6, address, `parameter, ${name}, not available`);
    const device = getBridgeDevice(context);
    if (device === undefined || typeof value !== 'string' || !/^.{4,16}$/u.test(value))
      return refuseValue(address, name, value);
    context.simulation.home.change(device.id, { metadata: { name: value } });
    return { success: { [address]: value } };
  });
  return jsonResponse(200, results);
}

const refuseValue = (address: string, name: string, value: unknown): object =>
  toLegacyError(7, address, `invalid value, ${JSON.stringify(value)}, for parameter, ${name}`);

/** At `/lights/1/state`, or at `/groups/1/action`. */
function findWritable(
  { simulation: { home } }: LegacyRequestContext,
  address: string,
): Resource | undefined {
  const [, type = '', number = '', part] = address.split('/');
  const legacyId = `/${type}/${number}`;
  const rtype = part === 'state' ? 'light' : part === 'action' ? 'grouped_light' : '';
  return home.byType(rtype).find((resource) => resource['id_v1'] === legacyId);
}

/** Returns a body of version 2; undefined for an invalid value. */
type LegacyMemberParser = (value: unknown) => Members | undefined;

const createIntegerParser =
  (
    [least, most]: readonly [number, number],
    toBody: (value: number) => Members,
  ): LegacyMemberParser =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? toBody(value)
      : undefined;

const createNameParser =
  (bodyByName: Readonly<Record<string, Members>>): LegacyMemberParser =>
  (value) =>
    typeof value === 'string' && Object.hasOwn(bodyByName, value) ? bodyByName[value] : undefined;

const isShare = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1;

const parseXy: LegacyMemberParser = (value) => {
  const [x, y] = getListMember(value);
  return isShare(x) && isShare(y) ? { color: { xy: { x, y } } } : undefined;
};

/** Of a state or an action. The colours of a colour loop are not simulated. */
const legacyMemberParsers: ReadonlyMap<string, LegacyMemberParser> = new Map([
  ['on', (value) => (typeof value === 'boolean' ? { on: { on: value } } : undefined)],
  ['bri', createIntegerParser([1, 254], (bri) => ({ dimming: { brightness: (bri / 254) * 100 } }))],
  ['ct', createIntegerParser([153, 500], (mirek) => ({ color_temperature: { mirek } }))],
  ['xy', parseXy],
  [
    'transitiontime',
    createIntegerParser([0, 60_000], (tenths) => ({ dynamics: { duration: tenths * 100 } })),
  ],
  ['effect', createNameParser({ none: {}, colorloop: {} })],
  [
    'alert',
    createNameParser({
      none: {},
      select: { alert: { action: 'breathe' } },
      lselect: { alert: { action: 'breathe' } },
    }),
  ],
] satisfies [string, LegacyMemberParser][]);

function changeLight(
  context: LegacyRequestContext,
  target: Resource,
  body: Members,
  address: string,
): SimulatorResponse {
  if (target.type === 'grouped_light' && body['scene'] !== undefined)
    return recallScene(context, target, body['scene'], `${address}/scene`);
  const isOff = (body['on'] ?? getNestedMember(target, 'on', 'on')) === false;
  const command: Record<string, unknown> = {};
  const results = Object.entries(body).map(([name, value]) => {
    const at = `${address}/${name}`;
    const parse = legacyMemberParsers.get(name);
    if (parse === undefined) return toLegacyError(6, at, `parameter, ${name}, not available`);
    const members = parse(value);
    if (members === undefined) return refuseValue(at, name, value);
    if (isOff && name !== 'on') {
      const description = `parameter, ${name}, is not modifiable. Device is set to off.`;
      return toLegacyError(201, at, description);
    }
    Object.assign(command, members);
    return { success: { [at]: value } };
  });
  return applyCommand(context, target, command, address) ?? jsonResponse(200, results);
}

/**
 * Returns the error response, if any.
 *
 * @param command body of version 2
 */
function applyCommand(
  { simulation, settings }: LegacyRequestContext,
  { id: rid, type: rtype }: Resource,
  command: Members,
  address: string,
): SimulatorResponse | undefined {
  try {
    const body = JSON.stringify(command);
    executeSimulatedOperation(simulation, settings, { operation: 'update', rtype, rid, body });
    return undefined;
  } catch (error) {
    if (!(error instanceof SimulatorHttpError)) throw error;
    return legacyErrorResponse(6, address, error.message);
  }
}

/** Recalls the scene for those of its lamps that belong to the group. */
function recallScene(
  { simulation }: LegacyRequestContext,
  groupedLight: Resource,
  name: unknown,
  address: string,
): SimulatorResponse {
  const { home } = simulation;
  const scene = home.byType('scene').find(({ id_v1: id }) => id === `/scenes/${String(name)}`);
  if (scene === undefined) return jsonResponse(200, [refuseValue(address, 'scene', name)]);
  const lamps = new Set(findGroupLights(home, findOwner(home, groupedLight)).map(({ id }) => id));
  const actions = getListMember(scene, 'actions').filter((action) =>
    lamps.has(getTextMember(action, 'target', 'rid') ?? ''),
  );
  applySceneRecall(simulation, { ...scene, actions });
  return jsonResponse(200, [{ success: { [address]: name } }]);
}
