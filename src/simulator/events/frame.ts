import { randomUUID } from 'node:crypto';
import { isObject } from '../../resources';
import type { Resource } from '../../resources';
import type { HomeChange } from '../home';
import { merged } from '../merge';

/** A group of changes of one kind, as the event stream carries it. */
interface Container {
  creationtime: string;
  id: string;
  type: 'update' | 'add' | 'delete';
  data: Record<string, unknown>[];
}

/**
 * Collects changes until they are sent: changes of one resource become one, the last value of each
 * property wins; but each press of a button counts.
 */
export class Frame {
  readonly #containers: Container[] = [];
  #latest = new Map<string, Record<string, unknown>>();

  get isEmpty(): boolean {
    return this.#containers.length === 0;
  }

  /** Adds a change behind those that came before. */
  add(change: HomeChange): void {
    const { resource } = change;
    const type = containerTypes[change.kind];
    const data = dataOf(change);
    const last = this.#containers.at(-1);
    if (last?.type !== type) {
      this.#latest = new Map([[resource.id, data]]);
      this.#containers.push({ creationtime: now(), id: randomUUID(), type, data: [data] });
      return;
    }
    const earlier = tellsMoment(change) ? undefined : this.#latest.get(resource.id);
    if (earlier !== undefined) {
      Object.assign(earlier, merged(earlier, data));
      return;
    }
    this.#latest.set(resource.id, data);
    last.data.push(data);
  }

  /** The changes as the line behind `data: `. */
  toJSON(): readonly Container[] {
    return this.#containers;
  }
}

const containerTypes = { changed: 'update', added: 'add', deleted: 'delete' } as const;

/** True for a press or a turn: each is told, while of states only the last counts. */
export const tellsMoment = ({ part }: HomeChange): boolean =>
  Object.values(part).some(
    (group) =>
      isObject(group) &&
      Object.values(group).some((report) => isObject(report) && 'updated' in report),
  );

/** Events carry no milliseconds, unlike everything else. */
const now = (): string => `${new Date().toISOString().slice(0, 19)}Z`;

function dataOf({ kind, resource, part }: HomeChange): Record<string, unknown> {
  if (kind === 'added') return { ...resource };
  const { id, id_v1: legacyId, type } = resource;
  const name = legacyId === undefined ? { id, type } : { id, id_v1: legacyId, type };
  if (kind === 'deleted') return name;
  return { ...name, ...belonging(resource), ...part, ...colorMode(resource, part) };
}

/** Members that always come along. */
function belonging(resource: Resource): Record<string, unknown> {
  const members = ['owner', 'service_id'].filter((member) => resource[member] !== undefined);
  return Object.fromEntries(members.map((member) => [member, resource[member]]));
}

/** A colour comes with the colour temperature that it makes void, or that it was worked out from. */
function colorMode(resource: Resource, part: HomeChange['part']): Record<string, unknown> {
  const temperature = resource['color_temperature'];
  if (part['color'] === undefined || !isObject(temperature)) return {};
  const { mirek, mirek_valid: valid } = temperature;
  return { color_temperature: { mirek, mirek_valid: valid } };
}
