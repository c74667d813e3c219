import { idPattern } from '../resources/identifiers';
import { isMotionZoneServiceType, omitFurtherMotionZoneParts } from '../resources/motion-zones';
import { getTextMember } from '../resources/members';
import { findNearestName } from '../resources/nearest-name';
import { formatTypes } from '../resources/problems';
import type { Resource } from '../resources/resource';
import type { ResourceType, KnownResourceType } from '../resources/table';
import { messageLimits } from './plain-json';
import { accept, refuse } from './parse-result';
import type { ParseResult } from './parse-result';
import { roomAndZoneTypes, sceneGroupTypes } from '../resources/group-types';

// Browser bundles include this file; an import of the index would add the schemas of all types.

const { maxAddressLength } = messageLimits;
const maxListedTypes = 8;
const maxListedMatches = 8;

/**
 * Finds the resource of given types that an id or a name means.
 *
 * A name may include the room (`Room/Name`), the type (`Name/motion`) or both. A room with a type (`Kitchen/motion`) is
 * the one resource of the type there. The name is the resource's own name or its
 * device's name; the home is also found by what pickers call it. A MotionAware zone is a `motion`, too. The id or name
 * of a device, room or zone stands for its service of an accepted type. Spaces around `/` do not count. An exact match
 * wins over a match in another case. Accents count, in any encoding: `Café` is not `Cafe`. An id must be complete.
 *
 * @returns a problem for no match or several. An unknown id is returned unchanged: the index may be older than the
 *   resource.
 */
export function resolveResource(
  index: ResourceIndex,
  nameOrId: unknown,
  rtypes: readonly ResourceType[],
  at = 'target',
): ParseResult<ResolvedResource> {
  if (typeof nameOrId !== 'string' || nameOrId.length > maxAddressLength) {
    return refuse(at, { kind: 'address' }, nameOrId);
  }
  const trimmed = nameOrId.trim();
  if (trimmed === '') return refuse(at, { kind: 'address' }, nameOrId);
  if (idPattern.test(trimmed)) return resolveId(index, trimmed, rtypes, at);
  const lowerCaseId = trimmed.toLowerCase();
  if (idPattern.test(lowerCaseId))
    return refuse(at, { kind: 'lowerCaseId' }, nameOrId, lowerCaseId);
  return resolveName(index, trimmed, rtypes, at);
}

function resolveId(
  index: ResourceIndex,
  rid: string,
  rtypes: readonly ResourceType[],
  at: string,
): ParseResult<ResolvedResource> {
  const resource = index.get(rid);
  if (resource === undefined) {
    return accept({
      rid,
      rtype: rtypes.length === 1 ? rtypes[0] : undefined,
      resource,
    });
  }
  const rtype = rtypes.find((candidate) => candidate === resource.type);
  if (rtype !== undefined) return accept({ rid, rtype, resource });
  const services = listCandidates(index, rtypes).filter(
    (candidate) => index.ownerRid(candidate.resource) === rid,
  );
  return services.length === 0
    ? refuse(
        at,
        { kind: 'idOf', types: rtypes },
        `${formatTypes([resource.type])} ${index.name(rid) ?? rid}`,
      )
    : requireSingleMatch(services, index, rid, at);
}

function resolveName(
  index: ResourceIndex,
  name: string,
  rtypes: readonly ResourceType[],
  at: string,
): ParseResult<ResolvedResource> {
  const cached = getCachedResourceByName(index, rtypes, name);
  const rtype = rtypes.find((candidate) => candidate === cached?.type);
  if (cached !== undefined && rtype !== undefined) {
    return accept({ rid: cached.id, rtype, resource: cached });
  }
  const candidates = listCandidates(index, rtypes);
  const matches = findMatches(index, name, candidates);
  if (matches.length > 0) {
    const target = requireSingleMatch(matches, index, name, at);
    if (target.ok) cacheResolvedName(index, rtypes, name, target.value.rid);
    return target;
  }
  return refuse(
    at,
    rtypes.length > maxListedTypes ? { kind: 'anyIdOrName' } : { kind: 'idOrName', types: rtypes },
    name,
    findNearestLabel(index, candidates, name),
  );
}

export const isExistingResourceName = (
  index: ResourceIndex,
  name: string,
  rtype: ResourceType,
): boolean => findMatches(index, name.trim(), listCandidates(index, [rtype])).length > 0;

/** By the strictest comparison that has any. */
function findMatches(
  index: ResourceIndex,
  nameOrPath: string,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  for (const normalize of [compose, normalizeNameForComparison]) {
    const text = normalize(nameOrPath);
    for (const getName of [getResourceName, getDeviceName]) {
      const matches = candidates.filter((candidate) =>
        matchesName(text, candidate, index, getName(index, candidate), normalize),
      );
      if (matches.length > 0) return matches;
    }
    const ofRoom = candidates.filter((candidate) => {
      const room = getRoomName(index, candidate);
      return room !== undefined && isNameWithType(text, normalize(room), candidate);
    });
    if (ofRoom.length > 0) return ofRoom;
  }
  return findHomeByLabel(index, nameOrPath, candidates);
}

/** A message is written without knowing the language of the editor: each language counts. */
function findHomeByLabel(
  index: ResourceIndex,
  text: string,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const label = normalizeNameForComparison(text);
  if (!wholeHomeLabels.some((one) => normalizeNameForComparison(one) === label)) return [];
  return candidates.filter(({ resource }) => {
    const owner = index.ownerRid(resource);
    return (owner === undefined ? resource : index.get(owner))?.type === 'bridge_home';
  });
}

interface Candidate {
  rtype: ResourceType;
  resource: Resource;
}

const listCandidates = (index: ResourceIndex, rtypes: readonly ResourceType[]): Candidate[] =>
  rtypes.flatMap((rtype) => index.byType(rtype).map((resource) => ({ rtype, resource })));

const getResourceName = (index: ResourceIndex, { resource }: Candidate): string | undefined =>
  index.name(resource.id);

function getDeviceName(index: ResourceIndex, { resource }: Candidate): string | undefined {
  const owner = index.ownerRid(resource);
  return owner === undefined ? undefined : index.name(owner);
}

function getRoomName(index: ResourceIndex, { resource }: Candidate): string | undefined {
  const room = index.room(resource.id);
  if (room !== undefined) return index.name(room.id);
  const group = getTextMember(resource, 'group', 'rid');
  return group === undefined ? undefined : index.name(group);
}

function matchesName(
  nameOrPath: string,
  candidate: Candidate,
  index: ResourceIndex,
  name: string | undefined,
  normalize: (text: string) => string,
): boolean {
  if (name === undefined) return false;
  const normalizedName = normalize(name);
  if (nameOrPath === normalizedName) return true;
  if (
    nameOrPath.length <= normalizedName.length ||
    !nameOrPath.includes('/') ||
    !nameOrPath.includes(normalizedName)
  ) {
    return false;
  }
  if (isNameWithType(nameOrPath, normalizedName, candidate)) return true;
  const room = getRoomName(index, candidate);
  if (room === undefined) return false;
  const full = `${normalize(room)}/${normalizedName}`;
  return nameOrPath === full || isNameWithType(nameOrPath, full, candidate);
}

const isNameWithType = (path: string, name: string, { rtype }: Candidate): boolean =>
  (isMotionZoneServiceType(rtype) ? [rtype, 'motion'] : [rtype]).some(
    (type) => path === `${name}/${type}`,
  );

/** Some keyboards and files use another encoding of accents than the bridge. */
const compose = (text: string): string => text.normalize('NFC');

/** The problem for several matches lists distinct labels. */
function requireSingleMatch(
  found: readonly Candidate[],
  index: ResourceIndex,
  nameOrId: string,
  at: string,
): ParseResult<ResolvedResource> {
  const matches = omitFurtherMotionZoneParts(found, ({ rtype, resource }) => ({
    rid: resource.id,
    rtype,
    owner: index.ownerRid(resource),
  }));
  const [first] = matches;
  if (matches.length === 1 && first !== undefined) {
    return accept({ rid: first.resource.id, ...first });
  }
  const labels = matches.map((candidate) => formatLabel(index, candidate));
  const distinctLabels = matches.map((candidate, position) => {
    const label = labels[position] ?? candidate.resource.id;
    if (labels.indexOf(label) === labels.lastIndexOf(label)) return label;
    const isOnlyOfType = matches.filter((other) => other.rtype === candidate.rtype).length === 1;
    return isOnlyOfType ? `${label}/${candidate.rtype}` : withId(label, candidate.resource.id);
  });
  const fit = {
    matches: matches.length,
    labels: distinctLabels.slice(0, maxListedMatches),
  };
  const more = distinctLabels.length - maxListedMatches;
  return refuse(
    at,
    more > 0 ? { kind: 'oneResourceOfMany', ...fit, more } : { kind: 'oneResource', ...fit },
    nameOrId,
  );
}

const withId = (label: string, rid: string): string => (label === rid ? rid : `${label} (${rid})`);

function formatLabel(index: ResourceIndex, candidate: Candidate): string {
  const name = getResourceName(index, candidate) ?? candidate.resource.id;
  const room = getRoomName(index, candidate);
  return room === undefined || room === name ? name : `${room}/${name}`;
}

/** By spelling, otherwise by the same beginning or end. */
function findNearestLabel(
  index: ResourceIndex,
  candidates: readonly Candidate[],
  name: string,
): string | undefined {
  const labels = new Set<string>();
  for (const candidate of candidates) {
    const names = [getResourceName(index, candidate), getDeviceName(index, candidate)];
    if (name.includes('/')) names.push(formatLabel(index, candidate));
    for (const label of names) if (label !== undefined) labels.add(label);
  }
  return findNearestName(name, [...labels]) ?? findLabelWithPart(labels, name);
}

/** Its first or last words are the name, or the reverse; or it has the same name in another room. */
function findLabelWithPart(labels: ReadonlySet<string>, name: string): string | undefined {
  const part = normalizeNameForComparison(name);
  const nameInRoom = part.slice(part.lastIndexOf('/'));
  return [...labels].find((label) => {
    const whole = normalizeNameForComparison(label);
    if (nameInRoom.startsWith('/') && whole.endsWith(nameInRoom)) return true;
    return hasWordsAtEnd(whole, part) || hasWordsAtEnd(part, whole);
  });
}

const hasWordsAtEnd = (whole: string, part: string): boolean =>
  whole.startsWith(`${part} `) || whole.endsWith(` ${part}`);

const maxCachedNames = 1_000;

const contextTypes: readonly ResourceType[] = ['device', ...roomAndZoneTypes];

interface CachedName {
  rid: string;
  lists: readonly (readonly Resource[])[];
}

const cachesByIndex = new WeakMap<ResourceIndex, Map<string, CachedName>>();

/** Flows send the same few names again and again. An entry is valid while the index returns the same arrays. */
function cacheResolvedName(
  index: ResourceIndex,
  rtypes: readonly ResourceType[],
  name: string,
  rid: string,
): void {
  const cache = cachesByIndex.get(index) ?? new Map<string, CachedName>();
  if (cache.size >= maxCachedNames) cache.clear();
  cachesByIndex.set(
    index,
    cache.set(toCacheKey(rtypes, name), { rid, lists: getLists(index, rtypes) }),
  );
}

function getCachedResourceByName(
  index: ResourceIndex,
  rtypes: readonly ResourceType[],
  name: string,
): Resource | undefined {
  const cached = cachesByIndex.get(index)?.get(toCacheKey(rtypes, name));
  if (cached === undefined) return undefined;
  const lists = getLists(index, rtypes);
  return lists.every((list, position) => list === cached.lists[position])
    ? index.get(cached.rid)
    : undefined;
}

const toCacheKey = (rtypes: readonly ResourceType[], name: string): string =>
  `${rtypes.join(',')}\n${name}`;

const getLists = (
  index: ResourceIndex,
  rtypes: readonly ResourceType[],
): readonly (readonly Resource[])[] =>
  [...rtypes, ...contextTypes].map((rtype) => index.byType(rtype));

/** Implemented by the state cache of a client. */
export interface ResourceIndex {
  get(rid: string): Resource | undefined;
  /** The array is immutable: the same array means that nothing has changed. */
  byType(rtype: ResourceType): readonly Resource[];
  /** Of the known resources, also types outside the table. */
  types(): readonly string[];
  /** Id of the device or room. */
  ownerRid(resource: Resource): string | undefined;
  /** Name of the resource, otherwise of its device or room. */
  name(rid: string): string | undefined;
  /** Room of the resource or its owner, otherwise the zone. */
  room(rid: string): Resource | undefined;
}

export const withReplacedListing = (
  index: ResourceIndex,
  byType: ResourceIndex['byType'],
): ResourceIndex => ({
  get: (rid) => index.get(rid),
  byType,
  types: () => index.types(),
  ownerRid: (resource) => index.ownerRid(resource),
  name: (rid) => index.name(rid),
  room: (rid) => index.room(rid),
});

export interface ResolvedResource {
  rid: string;
  /** Undefined for an unlisted id if several types are possible. */
  rtype: ResourceType | undefined;
  /** Last known state; undefined for an unlisted id. */
  resource: Resource | undefined;
}

/** Outer spaces, those around `/`, the number of spaces between words, case, and the encoding of accents do not count. */
export const normalizeNameForComparison = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?\/ ?/g, '/')
    .normalize('NFC')
    .toLowerCase();

/**
 * Returns the trimmed text after the name of a bridge and a colon. Names may contain colons.
 *
 * @param text such as `Attic:Office/Desk lamp`
 * @returns undefined without this name, and for a text longer than an address: the time grows with the square of the
 *   length
 */
export function findTextAfterBridgeName(text: string, bridgeName: string): string | undefined {
  if (text.length > messageLimits.maxAddressLength) return undefined;
  const name = normalizeNameForComparison(bridgeName);
  // Search the original text: letters such as "İ" become longer in the folded text.
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    if (normalizeNameForComparison(text.slice(0, colon)) === name)
      return text.slice(colon + 1).trim();
  }
  return undefined;
}

/** One rule for dialogs and messages. */
export interface TargetResolver {
  (index: ResourceIndex, nameOrId: unknown, at?: string): ParseResult<ResolvedResource>;
  /** The id of a known resource of these types needs no search. */
  readonly rtypes?: readonly ResourceType[];
}

/**
 * Creates the function that finds the resource of a target: an id, a name or `Room/Name`.
 *
 * @param preferred types that win if several resources match a name
 */
export function createTargetResolver(
  rtypes: readonly ResourceType[] | ((index: ResourceIndex) => readonly ResourceType[]),
  preferred: readonly ResourceType[] = [],
): TargetResolver {
  const resolveTarget: TargetResolver = (index, nameOrId, at) => {
    if (preferred.length > 0) {
      const target = resolveResource(index, nameOrId, preferred, at);
      if (target.ok && target.value.resource !== undefined) return target;
    }
    const searchedTypes = typeof rtypes === 'function' ? rtypes(index) : rtypes;
    return resolveResource(index, nameOrId, searchedTypes, at);
  };
  return typeof rtypes === 'function' ? resolveTarget : Object.assign(resolveTarget, { rtypes });
}

export const resolveLightTarget = createTargetResolver(['light', 'grouped_light']);

export const resolveRoomTarget = createTargetResolver(['room']);

export const resolveGroupTarget = createTargetResolver(roomAndZoneTypes);

const resolveZoneTarget = createTargetResolver(['zone']);

/** For any text but the two types, returns the resolver of both. */
export const selectGroupResolver = (rtype: string): TargetResolver =>
  rtype === 'room' ? resolveRoomTarget : rtype === 'zone' ? resolveZoneTarget : resolveGroupTarget;

export const resolveAutomationTarget = createTargetResolver(['behavior_instance']);

/** Also by the name of its device. */
export const resolveSpeakerTarget = createTargetResolver(['speaker']);

export const resolveSmartSceneTarget = createTargetResolver(['smart_scene']);

/** A smart scene wins over a scene with the same name. */
export const resolveRecallTarget = createTargetResolver(['smart_scene', 'scene'], ['smart_scene']);

/** A room wins over other resources with the same name. */
export const resolveSceneTarget = createTargetResolver([...sceneGroupTypes, 'scene'], ['room']);

export const buttonResourceTypes = [
  'button',
  'bell_button',
  'relative_rotary',
] as const satisfies readonly KnownResourceType[];

/** Finds a device with buttons, otherwise a single button. */
export const resolveButtonTarget: TargetResolver = (index, nameOrId, at) => {
  const device = resolveResource(createButtonDeviceIndex(index), nameOrId, ['device'], at);
  return device.ok ? device : resolveResource(index, nameOrId, buttonResourceTypes, at);
};

/** Without other devices, so that a lamp of the same name does not match. */
function createButtonDeviceIndex(index: ResourceIndex): ResourceIndex {
  const owners = new Set(
    buttonResourceTypes.flatMap((rtype) =>
      index.byType(rtype).map((button) => index.ownerRid(button)),
    ),
  );
  const devices = index.byType('device').filter(({ id }) => owners.has(id));
  return withReplacedListing(index, (rtype) =>
    rtype === 'device' ? devices : index.byType(rtype),
  );
}

/** What pickers call the `bridge_home`, in each language of the editor. A test compares it with the locales. */
const wholeHomeLabels = [
  'Whole home',
  'Das ganze Zuhause',
  'Toda la casa',
  'Toute la maison',
  '家全体',
  '집 전체',
  'Casa inteira',
  'Весь дом',
  '全屋',
  '整個家',
] as const;
