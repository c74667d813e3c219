import { describeProblem } from '../resources/describe-problem';
import { validateWriteBody } from '../resources/check-body';
import { idPattern } from '../resources/identifiers';
import {
  getListMember,
  getNestedMember,
  getNumericMember,
  getTextMember,
  isObject,
} from '../resources/members';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';
import { isKnownResourceType, supportsOperation } from '../resources/table';
import type { Backup } from './backup';
import { Home } from './home';
import { matchHomes } from './match';
import type { DeviceChoices, DeviceMatch, HomeMatch } from './match';
import { createText } from './texts';
import type { BackupText } from './texts';
import {
  getReferenceKey,
  getWritableMembers,
  isMadeType,
  listSettingChanges,
  madeTypes,
} from './writable';
import type { SettingChange } from './writable';

export interface RestoreOptions {
  /** Ids in the file; everything if missing. The services of a device belong to it. */
  readonly parts?: readonly string[] | undefined;
  readonly choices?: DeviceChoices | undefined;
  /** True deletes rooms, zones, scenes and the like that the file does not have; a list only those ids. */
  readonly deletions?: boolean | readonly string[] | undefined;
}

export interface PlanItem {
  readonly action: 'create' | 'change' | 'same' | 'cannot' | 'delete';
  readonly type: string;
  /** In the file; on the bridge for `delete`; empty for what no file holds. */
  readonly id: string;
  readonly name: string;
  /** Of its room or zone; empty if it has none. */
  readonly group: string;
  /** Only for `change`. */
  readonly changes: readonly SettingChange[];
  /** Only for `cannot`. */
  readonly why?: BackupText;
  /** What is left out, and what moves from elsewhere. */
  readonly notes: readonly BackupText[];
}

export interface RestorePlan {
  /** In the order in which they are carried out. */
  readonly items: readonly PlanItem[];
  readonly devices: readonly DeviceMatch[];
  /** About the whole, such as limits of the bridge. */
  readonly warnings: readonly BackupText[];
}

export interface RestoreRequest {
  readonly operation: 'create' | 'update' | 'delete';
  readonly rtype: string;
  /** Empty for `create`. */
  readonly rid: string;
  readonly body: Members;
}

/** One item with its requests, which are sent in this order. The last one is about the item itself. */
export interface RestoreStep {
  readonly item: PlanItem;
  readonly requests: readonly RestoreRequest[];
}

/** What a restore knows. Whoever carries it out keeps `bridge` and `match.ids` up between two steps. */
export interface RestoreState {
  readonly backup: Backup;
  readonly file: Home;
  readonly bridge: Home;
  readonly match: HomeMatch;
  readonly options: RestoreOptions;
}

/** @param resources all of the bridge, as `readHome` reads them */
export function createRestoreState(
  backup: Backup,
  resources: readonly Resource[],
  options: RestoreOptions = {},
): RestoreState {
  const [file, bridge] = [new Home(backup.resources), new Home(resources)];
  return { backup, file, bridge, match: matchHomes(file, bridge, options.choices), options };
}

/**
 * Says what bringing back would do: create, change, leave as it is, or why it cannot. Sends nothing.
 *
 * @param resources all of the bridge, as `readHome` reads them
 */
export function planRestore(
  backup: Backup,
  resources: readonly Resource[],
  options: RestoreOptions = {},
): RestorePlan {
  const state = createRestoreState(backup, resources, options);
  const items: PlanItem[] = [];
  for (const step of iterateRestoreSteps(state)) {
    items.push(step.item);
    for (const request of step.requests) imagine(state, step.item, request);
  }
  return { items, devices: state.match.devices, warnings: listWarnings(state, items) };
}

/** As if the bridge had carried it out; what is created has the id of the file. */
function imagine(
  { file, bridge, match }: RestoreState,
  item: PlanItem,
  request: RestoreRequest,
): void {
  if (request.operation !== 'create') return applyToHome(bridge, request);
  const resource = file.get(item.id);
  if (resource === undefined) return;
  bridge.set({ ...resource, ...request.body });
  match.ids.set(item.id, item.id);
  for (const service of file.servicesOf(item.id)) {
    bridge.set(service);
    match.ids.set(service.id, service.id);
  }
}

/** After the bridge has carried out a change or a deletion. */
export function applyToHome(bridge: Home, { operation, rid, body }: RestoreRequest): void {
  const resource = bridge.get(rid);
  if (operation === 'delete') bridge.delete(rid);
  else if (resource !== undefined) bridge.set({ ...resource, ...mergeMembers(resource, body) });
}

function mergeMembers(previous: Members, part: Members): Members {
  const merged = new Map(Object.entries(previous));
  for (const [name, value] of Object.entries(part)) {
    const before = merged.get(name);
    merged.set(name, isObject(before) && isObject(value) ? mergeMembers(before, value) : value);
  }
  return Object.fromEntries(merged);
}

/** In an order in which each step refers only to earlier ones. Each step is planned from the state at its turn. */
export function* iterateRestoreSteps(state: RestoreState): Generator<RestoreStep, void> {
  const { file } = state;
  for (const device of file.byType('device')) {
    // A device comes last: a bridge gives the name of a lamp to its device.
    for (const resource of [...file.servicesOf(device.id), device])
      yield* planResource(state, resource);
  }
  for (const type of madeTypes)
    for (const resource of file.byType(type))
      for (const one of [resource, ...file.servicesOf(resource.id)])
        yield* planResource(state, one);
  yield* listOmitted(state);
  yield* planDeletions(state);
}

function* planResource(state: RestoreState, resource: Resource): Generator<RestoreStep, void> {
  if (!isWanted(state, resource)) return;
  const step = planStep(state, resource);
  if (step !== undefined) yield step;
}

function isWanted({ options: { parts } }: RestoreState, resource: Resource): boolean {
  if (parts === undefined) return true;
  return (
    parts.includes(resource.id) || parts.includes(getTextMember(resource, 'owner', 'rid') ?? '')
  );
}

/** Undefined for what holds no settings, and for the services of what is not on the bridge. */
function planStep(state: RestoreState, resource: Resource): RestoreStep | undefined {
  const { file, bridge, match } = state;
  const { type } = resource;
  const target = bridge.get(match.ids.get(resource.id) ?? '');
  if (target === undefined && !isMadeType(type)) return planMissing(state, resource);
  const operation = target === undefined ? 'create' : 'update';
  if (!isKnownResourceType(type) || !supportsOperation(type, operation))
    return isMadeType(type) ? cannot(state, resource, createText('notCreatable')) : undefined;
  const owner = file.get(getTextMember(resource, 'owner', 'rid') ?? '');
  const settings = getWritableMembers(resource, operation, owner);
  if (Object.keys(settings).length === 0) return undefined;
  const mapped = mapSettings(state, settings);
  if ('key' in mapped) return cannot(state, resource, mapped);
  return target === undefined
    ? planCreation(state, resource, mapped)
    : planChange(state, resource, target, mapped);
}

/** A device or a service that is not on the bridge. Only the device says that it is missing, not its services. */
function planMissing(state: RestoreState, resource: Resource): RestoreStep | undefined {
  if (resource.type === 'device')
    return cannot(state, resource, explainMissingDevice(state, resource));
  const owner = getTextMember(resource, 'owner', 'rid');
  const isOfMatched = owner !== undefined && state.match.ids.has(owner);
  if (!isOfMatched || !hasSettings(state, resource)) return undefined;
  // A bridge gives a room its grouped sensors by itself, enabled, once the room has sensors.
  const isUsual = resource['enabled'] !== false && state.file.deviceOf(resource) === undefined;
  return isUsual ? undefined : cannot(state, resource, createText('noService'));
}

const hasSettings = ({ file }: RestoreState, resource: Resource): boolean =>
  Object.keys(
    getWritableMembers(resource, 'update', file.get(getTextMember(resource, 'owner', 'rid') ?? '')),
  ).length > 0;

function explainMissingDevice({ match }: RestoreState, { id }: Resource): BackupText {
  const found = match.devices.find(({ device }) => device.id === id);
  if (found?.by === 'left-out') return createText('leftOut');
  return createText((found?.candidates.length ?? 0) > 0 ? 'severalDevices' : 'noDevice');
}

const createItem = (
  { file }: RestoreState,
  resource: Resource,
  part: Pick<PlanItem, 'action'> & Partial<PlanItem>,
): PlanItem => ({
  type: resource.type,
  id: resource.id,
  name: file.nameOf(resource.id),
  group: findGroupName(file, resource),
  changes: [],
  notes: [],
  ...part,
});

function findGroupName(home: Home, resource: Resource): string {
  const group = home.get(getTextMember(resource, 'group', 'rid') ?? '');
  const room = group ?? (home.deviceOf(resource) && home.roomOf(resource.id));
  return room === undefined ? '' : home.nameOf(room.id);
}

const cannot = (state: RestoreState, resource: Resource, why: BackupText): RestoreStep => ({
  item: createItem(state, resource, { action: 'cannot', why }),
  requests: [],
});

interface MappedSettings {
  readonly members: Members;
  readonly notes: readonly BackupText[];
}

/** Lists whose entries may be left out one by one. */
const lists: ReadonlySet<string> = new Set([
  'actions',
  'children',
  'objects',
  'participants',
  'service_locations',
]);

/** Puts the ids of the bridge in the place of those of the file. Returns why this cannot be. */
function mapSettings(state: RestoreState, settings: Members): MappedSettings | BackupText {
  const without = new Set<string>();
  const missing = new Set<string>();
  let isEmptied = false;
  const describe = (rid: string, rtype = ''): string =>
    state.file.nameOf(rid) || `${rtype} ${rid}`.trim();
  const map = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return mapText(value);
    if (Array.isArray(value)) {
      const entries: readonly unknown[] = value;
      if (!lists.has(name)) return entries.map((entry) => map(entry, name));
      const kept = entries.filter((entry) => {
        const rid = getReferenceKey(entry);
        const isThere = rid === undefined || resolveId(state, rid) !== undefined;
        if (!isThere) without.add(describe(rid));
        return isThere;
      });
      isEmptied ||= entries.length > 0 && kept.length === 0 && name !== 'objects';
      return kept.map((entry) => map(entry, ''));
    }
    if (!isObject(value)) return value;
    const { rid, rtype } = value;
    // The pictures of scenes have the same ids on all bridges.
    if (typeof rid === 'string' && rtype === 'public_image') return value;
    if (typeof rid === 'string' && resolveId(state, rid) === undefined)
      missing.add(describe(rid, typeof rtype === 'string' ? rtype : ''));
    return mapMembers(value, map);
  };
  const mapText = (text: string): string => {
    if (!idPattern.test(text)) return text;
    const found = resolveId(state, text);
    if (found === undefined && state.file.get(text) !== undefined) missing.add(describe(text));
    return found ?? text;
  };
  const limited = leaveOutUnable(state, settings);
  const members = mapMembers(limited.members, map);
  if (isEmptied) return createText('noneLeft');
  if (missing.size > 0) return createText('needs', { what: [...missing].join(', ') });
  const notes =
    without.size === 0 ? [] : [createText('without', { what: [...without].join(', ') })];
  return { members, notes: [...limited.notes, ...notes] };
}

/** Of the actions of a scene what another lamp has that has taken the place of a lamp. */
function leaveOutUnable({ file, bridge, match }: RestoreState, settings: Members): MappedSettings {
  const notes: BackupText[] = [];
  const { actions } = settings;
  if (!Array.isArray(actions)) return { members: settings, notes };
  const possible = actions.map((entry: unknown) => {
    const rid = getReferenceKey(entry) ?? '';
    const [before, now] = [file.get(rid), bridge.get(match.ids.get(rid) ?? '')];
    const action = getNestedMember(entry, 'action');
    if (before === undefined || now === undefined || !isObject(action) || !isObject(entry))
      return entry;
    const unable = Object.keys(action).filter(
      (name) => before[name] !== undefined && now[name] === undefined,
    );
    if (unable.length === 0) return entry;
    notes.push(createText('notAble', { what: unable.join(', '), lamp: bridge.nameOf(now.id) }));
    const kept = Object.entries(action).filter(([name]) => !unable.includes(name));
    return { ...entry, action: Object.fromEntries(kept) };
  });
  return { members: { ...settings, actions: possible }, notes };
}

const mapMembers = (members: Members, map: (value: unknown, name: string) => unknown): Members =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(value, name)]));

/** What the file does not hold, such as a phone, keeps its id while it is on the bridge. */
function resolveId({ file, bridge, match }: RestoreState, rid: string): string | undefined {
  const found = match.ids.get(rid);
  if (found !== undefined) return found;
  return file.get(rid) === undefined && bridge.get(rid) !== undefined ? rid : undefined;
}

function planCreation(
  state: RestoreState,
  resource: Resource,
  settings: MappedSettings,
): RestoreStep {
  const { type: rtype } = resource;
  const { members, notes } = withTakenArchetype(rtype, settings);
  const problem = findProblem(rtype, 'create', members);
  if (problem !== undefined) return cannot(state, resource, problem);
  const moves = planMoves(state, rtype, '', members);
  return {
    item: createItem(state, resource, {
      action: 'create',
      notes: [...notes, ...moves.notes, ...listNamedBy(state, resource)],
    }),
    requests: [...moves.requests, { operation: 'create', rtype, rid: '', body: members }],
  };
}

/** Newer bridges have kinds of rooms that this package does not know. A room of such a kind is better than none. */
function withTakenArchetype(rtype: string, { members, notes }: MappedSettings): MappedSettings {
  const { metadata } = members;
  const archetype = getTextMember(metadata, 'archetype');
  if (archetype === undefined || !isObject(metadata) || isTakenArchetype(rtype, archetype))
    return { members, notes };
  return {
    members: { ...members, metadata: { ...metadata, archetype: 'other' } },
    notes: [...notes, createText('otherKind', { what: archetype })],
  };
}

const isTakenArchetype = (rtype: string, archetype: unknown): boolean =>
  findProblem(rtype, 'update', { metadata: { archetype } }) === undefined;

/** With ticked parts only: what is on the bridge and named it there refers to nothing until it is brought back, too. */
function listNamedBy(
  { file, match, options: { parts } }: RestoreState,
  { id }: Resource,
): readonly BackupText[] {
  if (parts === undefined) return [];
  const names = madeTypes
    .flatMap((type) => file.byType(type))
    .filter((other) => other.id !== id && !parts.includes(other.id) && match.ids.has(other.id))
    .filter((other) => JSON.stringify(getWritableMembers(other, 'update')).includes(id))
    .map((other) => file.nameOf(other.id));
  return names.length === 0 ? [] : [createText('namedBy', { what: names.join(', ') })];
}

function planChange(
  state: RestoreState,
  resource: Resource,
  target: Resource,
  { members, notes }: MappedSettings,
): RestoreStep {
  const { type: rtype, id: rid } = target;
  const owner = state.bridge.get(getTextMember(target, 'owner', 'rid') ?? '');
  const present = getWritableMembers(target, 'update', owner);
  const wanted = keepNewcomers(state, present, members);
  const changes = listSettingChanges(present, wanted).filter(
    ({ member, to }) => member !== 'metadata.archetype' || isTakenArchetype(rtype, to),
  );
  if (changes.length === 0)
    return { item: createItem(state, resource, { action: 'same' }), requests: [] };
  const body = selectChanged(wanted, changes);
  const problem = findProblem(rtype, 'update', body);
  if (problem !== undefined) return cannot(state, resource, problem);
  const moves = planMoves(state, rtype, rid, body);
  return {
    item: createItem(state, resource, {
      action: 'change',
      changes,
      notes: [...notes, ...moves.notes],
    }),
    requests: [...moves.requests, { operation: 'update', rtype, rid, body }],
  };
}

/** What came to a room, zone or scene after the backup, and is not in the file, stays there. */
function keepNewcomers({ match }: RestoreState, present: Members, wanted: Members): Members {
  // Where ids were kept, nobody needs the list of thousands of ids.
  let known: ReadonlySet<string> | undefined;
  const isNewcomer = (entry: unknown): boolean => {
    const rid = getReferenceKey(entry);
    if (rid === undefined || match.ids.get(rid) === rid) return false;
    known ??= new Set(match.ids.values());
    return !known.has(rid);
  };
  const keep = (before: Members, after: Members): Members =>
    mapMembers(after, (value, name) => {
      const inner = getNestedMember(before, name);
      if (lists.has(name))
        return [...getListMember(after, name), ...getListMember(before, name).filter(isNewcomer)];
      return isObject(value) && isObject(inner) ? keep(inner, value) : value;
    });
  return keep(present, wanted);
}

/** Of `metadata` only what changes, of others the whole member: a bridge takes some members only together. */
function selectChanged(wanted: Members, changes: readonly SettingChange[]): Members {
  const paths = new Set(changes.map(({ member }) => member));
  const names = new Set([...paths].map((path) => path.split('.')[0] ?? ''));
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => {
      if (!names.has(name)) return [];
      if (name !== 'metadata' || !isObject(value)) return [[name, value]];
      const changed = Object.entries(value).filter(([inner]) => paths.has(`metadata.${inner}`));
      return [[name, Object.fromEntries(changed)]];
    }),
  );
}

function findProblem(
  rtype: string,
  operation: 'create' | 'update',
  body: Members,
): BackupText | undefined {
  const check = validateWriteBody(rtype, operation, body);
  if (check.ok) return undefined;
  const [problem] = check.problems;
  return createText('refusedBody', { problem: describeProblem(problem) });
}

interface Moves {
  readonly requests: readonly RestoreRequest[];
  readonly notes: readonly BackupText[];
}

/** A device is in one room only: it leaves its room before it comes into another. */
function planMoves(state: RestoreState, rtype: string, rid: string, body: Members): Moves {
  const { children } = body;
  if (rtype !== 'room' || !Array.isArray(children)) return { requests: [], notes: [] };
  const coming = new Set(children.map(getReferenceKey));
  const isComing = (child: unknown): boolean => coming.has(getReferenceKey(child));
  const requests: RestoreRequest[] = [];
  const notes: BackupText[] = [];
  for (const room of state.bridge.byType('room')) {
    const present = room['children'];
    if (room.id === rid || !Array.isArray(present) || !present.some(isComing)) continue;
    const staying = present.filter((child: unknown) => !isComing(child));
    requests.push({
      operation: 'update',
      rtype,
      rid: room.id,
      body: { children: staying },
    });
    const what = present
      .filter(isComing)
      .map((child: unknown) => state.bridge.nameOf(getReferenceKey(child) ?? ''))
      .join(', ');
    notes.push(createText('takesFrom', { what, room: state.bridge.nameOf(room.id) }));
  }
  return { requests, notes };
}

const omittedReasons: Readonly<Record<string, BackupText['key']>> = {
  auth_v1: 'appKeys',
  geofence_client: 'phones',
  geolocation: 'location',
  homekit: 'pairedSystem',
  matter_fabric: 'pairedSystem',
};

/** On the bridge from which the backup came, they are still there. */
function* listOmitted({ backup, bridge, options }: RestoreState): Generator<RestoreStep, void> {
  if (options.parts !== undefined) return;
  for (const [type, key] of Object.entries(omittedReasons)) {
    const count = getNumericMember(backup.omitted, type) ?? 0;
    if (count <= bridge.byType(type).length) continue;
    const why = createText(key);
    const item = { action: 'cannot', type, id: '', name: '', group: '', changes: [], why } as const;
    yield { item: { ...item, notes: [] }, requests: [] };
  }
}

/** What refers to others goes first. */
function* planDeletions(state: RestoreState): Generator<RestoreStep, void> {
  const { bridge, match, options } = state;
  const { deletions = false } = options;
  if (deletions === false) return;
  const known = new Set(match.ids.values());
  for (const rtype of madeTypes.toReversed())
    for (const resource of bridge.byType(rtype)) {
      const { id } = resource;
      if (known.has(id) || (deletions !== true && !deletions.includes(id))) continue;
      yield {
        item: {
          action: 'delete',
          type: rtype,
          id,
          name: bridge.nameOf(id),
          group: findGroupName(bridge, resource),
          changes: [],
          notes: [],
        },
        requests: [{ operation: 'delete', rtype, rid: id, body: {} }],
      };
    }
}

/** Of the square bridge, as its owners counted them; the Pro has more, and nobody has said how many. */
const squareBridge = { model: 'BSB002', groups: 64, scenes: 200 };

function listWarnings(state: RestoreState, items: readonly PlanItem[]): readonly BackupText[] {
  const { file, bridge, match } = state;
  const others = match.devices.filter(({ device }) => !file.isBridge(device.id));
  const isOtherHome = others.length > 0 && others.every(({ found }) => found === undefined);
  const hasCreations = items.some(({ action }) => action === 'create');
  return [
    ...listUnknownIds(state),
    ...(isOtherHome ? [createText('otherHome')] : []),
    ...(hasCreations ? listLimits(bridge) : []),
  ];
}

function listUnknownIds({ file, bridge, options }: RestoreState): readonly BackupText[] {
  const { parts = [], choices = {} } = options;
  const unknown = [...parts, ...Object.keys(choices)].filter((id) => file.get(id) === undefined);
  const chosen = Object.values(choices).filter(
    (id) => id !== null && bridge.get(id)?.type !== 'device',
  );
  return [
    ...unknown.map((what) => createText('unknownPart', { what })),
    ...chosen.map((what) => createText('unknownChoice', { what: String(what) })),
  ];
}

/** @param bridge as it would be afterwards */
function listLimits(bridge: Home): readonly BackupText[] {
  const device = bridge.byType('device').find(({ id }) => bridge.isBridge(id));
  const isSquare = getTextMember(device, 'product_data', 'model_id') === squareBridge.model;
  const groups = bridge.byType('room').length + bridge.byType('zone').length;
  const scenes = bridge.byType('scene').length;
  const counts = [
    { what: 'rooms and zones', count: groups, most: squareBridge.groups },
    { what: 'scenes', count: scenes, most: squareBridge.scenes },
  ].filter(({ count, most }) => isSquare && count > most);
  const scripts = bridge.byType('behavior_script').flatMap((script) => {
    const most = getNumericMember(script, 'max_number_instances') ?? Infinity;
    const isOfScript = (instance: Resource): boolean => instance['script_id'] === script.id;
    const count = bridge.byType('behavior_instance').filter(isOfScript).length;
    return most > 0 && count > most
      ? [createText('scriptLimit', { count, what: bridge.nameOf(script.id), most })]
      : [];
  });
  return [...counts.map((limit) => createText('limit', limit)), ...scripts];
}
