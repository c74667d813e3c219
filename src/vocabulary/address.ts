import { idPattern, member, nearest } from '../resources';
import type { Resource, ResourceType } from '../resources';
import { recallName, rememberName } from './remembered-names';
import type { ResourceIndex, Target } from './resource-index';
import { accept, refuse } from './result';
import type { Result } from './result';

/** Longest address that is looked up: room, name and type with room to spare. */
const longestAddress = 200;
/** Candidates that a problem lists at most. */
const mostListed = 8;

/**
 * Finds the resource that a person means.
 *
 * An address is an id, a name, or a name with its room before it (`Room/Name`), its type behind it
 * (`Name/motion`) or both. A name is the resource's own or its device's; the id or name of a device,
 * room or zone stands for its service of a wanted type. Exact names come first, then names that
 * differ only in upper and lower case. Ids are never matched by their beginning.
 *
 * @param address what the flow or the dialog gave
 * @param rtypes types that are wanted
 * @param at path of the address for problems, such as `target`
 * @returns the one resource; a problem when none or several fit. An id that is in no list is
 *   returned as it is, since the list may be older than the resource.
 */
export function resolveAddress(
  index: ResourceIndex,
  address: unknown,
  rtypes: readonly ResourceType[],
  at = 'target',
): Result<Target> {
  if (typeof address !== 'string' || address.length > longestAddress) {
    return refuse(at, 'an id, a name or Room/Name', address);
  }
  const wanted = address.trim();
  if (wanted === '') return refuse(at, 'an id, a name or Room/Name', address);
  if (idPattern.test(wanted)) return resolveId(index, wanted, rtypes, at);
  const lower = wanted.toLowerCase();
  if (idPattern.test(lower)) return refuse(at, 'an id in lower case', address, lower);
  return resolveName(index, wanted, rtypes, at);
}

function resolveId(
  index: ResourceIndex,
  rid: string,
  rtypes: readonly ResourceType[],
  at: string,
): Result<Target> {
  const resource = index.get(rid);
  if (resource === undefined) {
    return accept({ rid, rtype: rtypes.length === 1 ? rtypes[0] : undefined, resource });
  }
  const rtype = rtypes.find((candidate) => candidate === resource.type);
  if (rtype !== undefined) return accept({ rid, rtype, resource });
  const services = candidatesOf(index, rtypes).filter(
    (candidate) => member(candidate.resource, 'owner', 'rid') === rid,
  );
  return services.length === 0
    ? refuse(at, `the id of a ${listTypes(rtypes)}`, `${resource.type} ${rid}`)
    : only(services, index, rid, at);
}

function resolveName(
  index: ResourceIndex,
  wanted: string,
  rtypes: readonly ResourceType[],
  at: string,
): Result<Target> {
  const known = recallName(index, rtypes, wanted);
  const rtype = rtypes.find((candidate) => candidate === known?.type);
  if (known !== undefined && rtype !== undefined) {
    return accept({ rid: known.id, rtype, resource: known });
  }
  const candidates = candidatesOf(index, rtypes);
  const found = fittingOf(index, wanted, candidates);
  if (found.length > 0) {
    const target = only(found, index, wanted, at);
    if (target.ok) rememberName(index, rtypes, wanted, target.value.rid);
    return target;
  }
  return refuse(
    at,
    `the id or name of a ${listTypes(rtypes)}`,
    wanted,
    nearestLabel(index, candidates, wanted),
  );
}

/** True when a name is that of at least one resource of a type. */
export const isNameOf = (index: ResourceIndex, name: string, rtype: ResourceType): boolean =>
  fittingOf(index, name.trim(), candidatesOf(index, [rtype])).length > 0;

/** Candidates that an address fits: by the strictest reading that fits any. */
function fittingOf(
  index: ResourceIndex,
  wanted: string,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const folded = fold(wanted);
  const tiers: readonly ((candidate: Candidate) => boolean)[] = [
    (candidate) => fits(wanted, candidate, index, nameOf(index, candidate)),
    (candidate) => fits(wanted, candidate, index, deviceNameOf(index, candidate)),
    (candidate) => fits(folded, candidate, index, nameOf(index, candidate), fold),
    (candidate) => fits(folded, candidate, index, deviceNameOf(index, candidate), fold),
  ];
  for (const tier of tiers) {
    const found = candidates.filter(tier);
    if (found.length > 0) return found;
  }
  return [];
}

interface Candidate {
  rtype: ResourceType;
  resource: Resource;
}

const candidatesOf = (index: ResourceIndex, rtypes: readonly ResourceType[]): Candidate[] =>
  rtypes.flatMap((rtype) => index.byType(rtype).map((resource) => ({ rtype, resource })));

const nameOf = (index: ResourceIndex, { resource }: Candidate): string | undefined =>
  index.name(resource.id);

function deviceNameOf(index: ResourceIndex, { resource }: Candidate): string | undefined {
  const owner = member(resource, 'owner', 'rid');
  return typeof owner === 'string' ? index.name(owner) : undefined;
}

/** Name of the room or zone a resource stands in or belongs to. */
function roomNameOf(index: ResourceIndex, { resource }: Candidate): string | undefined {
  const room = index.room(resource.id);
  if (room !== undefined) return index.name(room.id);
  const group = member(resource, 'group', 'rid');
  return typeof group === 'string' ? index.name(group) : undefined;
}

/** True when the address is the name, with the room before it or the type behind it if it likes. */
function fits(
  wanted: string,
  candidate: Candidate,
  index: ResourceIndex,
  name: string | undefined,
  as: (text: string) => string = (text) => text,
): boolean {
  if (name === undefined) return false;
  const shown = as(name);
  if (wanted === shown) return true;
  if (wanted.length <= shown.length || !wanted.includes('/') || !wanted.includes(shown)) {
    return false;
  }
  if (wanted === `${shown}/${candidate.rtype}`) return true;
  const room = roomNameOf(index, candidate);
  if (room === undefined) return false;
  const full = `${as(room)}/${shown}`;
  return wanted === full || wanted === `${full}/${candidate.rtype}`;
}

const fold = (text: string): string => text.trim().normalize('NFC').toLowerCase();

/** The only candidate, or a problem that lists them all in a way that tells them apart. */
function only(
  found: readonly Candidate[],
  index: ResourceIndex,
  wanted: string,
  at: string,
): Result<Target> {
  const [first] = found;
  if (found.length === 1 && first !== undefined) {
    return accept({ rid: first.resource.id, ...first });
  }
  const labels = found.map((candidate) => labelOf(index, candidate));
  const told = found.map((candidate, position) => {
    const label = labels[position] ?? candidate.resource.id;
    if (labels.indexOf(label) === labels.lastIndexOf(label)) return label;
    const typed = found.filter((other) => other.rtype === candidate.rtype).length === 1;
    return typed ? `${label}/${candidate.rtype}` : candidate.resource.id;
  });
  const listed = told.slice(0, mostListed).join(', ');
  const more = told.length > mostListed ? ` and ${told.length - mostListed} more` : '';
  return refuse(at, `one resource, this fits ${found.length}: ${listed}${more}`, wanted);
}

function labelOf(index: ResourceIndex, candidate: Candidate): string {
  const name = nameOf(index, candidate) ?? candidate.resource.id;
  const room = roomNameOf(index, candidate);
  return room === undefined || room === name ? name : `${room}/${name}`;
}

function nearestLabel(
  index: ResourceIndex,
  candidates: readonly Candidate[],
  wanted: string,
): string | undefined {
  const slack = Math.max(1, Math.floor(wanted.length / 3));
  const names = new Set<string>();
  for (const candidate of candidates) {
    const labels = [nameOf(index, candidate), deviceNameOf(index, candidate)];
    if (wanted.includes('/')) labels.push(labelOf(index, candidate));
    for (const label of labels) {
      if (label !== undefined && Math.abs(label.length - wanted.length) <= slack) names.add(label);
    }
  }
  return nearest(wanted, [...names]);
}

const listTypes = (rtypes: readonly ResourceType[]): string =>
  rtypes.map((rtype) => rtype.replaceAll('_', ' ')).join(' or ');
