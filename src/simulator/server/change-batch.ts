import { randomUUID } from 'node:crypto';
import { isObject } from '../../resources';
import type { Resource, Members } from '../../resources';
import type { SimulatedHomeChange } from '../home/simulated-home';
import { deepMerge } from '../home/merge-and-diff';

/** Consecutive changes of one kind, in an event stream message. */
interface EventContainer {
  creationtime: string;
  id: string;
  type: 'update' | 'add' | 'delete';
  data: Record<string, unknown>[];
}

/** Merges unsent changes of one resource, with the last value of each property; never merges input events. */
export class ChangeBatch {
  readonly #containers: EventContainer[] = [];
  #latestDataByResource = new Map<string, Record<string, unknown>>();

  get isEmpty(): boolean {
    return this.#containers.length === 0;
  }

  add(change: SimulatedHomeChange): void {
    const { resource } = change;
    const type = containerTypes[change.kind];
    const data = toEventData(change);
    const last = this.#containers.at(-1);
    if (last?.type !== type) {
      this.#latestDataByResource = new Map([[resource.id, data]]);
      this.#containers.push({
        creationtime: getTimestampInSeconds(),
        id: randomUUID(),
        type,
        data: [data],
      });
      return;
    }
    const earlier = isInputEvent(change) ? undefined : this.#latestDataByResource.get(resource.id);
    if (earlier !== undefined) {
      Object.assign(earlier, deepMerge(earlier, data));
      return;
    }
    this.#latestDataByResource.set(resource.id, data);
    last.data.push(data);
  }

  /** The value after `data: `. */
  toJSON(): readonly EventContainer[] {
    return this.#containers;
  }
}

const containerTypes = { changed: 'update', added: 'add', deleted: 'delete' } as const;

/** A press of a button or a turn of a dial. */
export const isInputEvent = ({ changedMembers: part }: SimulatedHomeChange): boolean =>
  Object.values(part).some(
    (group) =>
      isObject(group) &&
      Object.values(group).some((report) => isObject(report) && 'updated' in report),
  );

/** Without milliseconds, unlike timestamps of resources. */
const getTimestampInSeconds = (): string => `${new Date().toISOString().slice(0, 19)}Z`;

function toEventData(change: SimulatedHomeChange): Members {
  const { kind, resource } = change;
  if (kind === 'added') return { ...resource };
  const { id, id_v1, type, owner, service_id } = resource;
  if (kind === 'deleted') return { id, id_v1, type };
  const part = isInputEvent(change) ? completeReports(change) : change.changedMembers;
  return {
    id,
    id_v1,
    type,
    owner,
    service_id,
    ...part,
    ...getRelatedColorTemperature(resource, part),
  };
}

/** An event contains the whole report of a press or a turn. */
function completeReports({ resource, changedMembers }: SimulatedHomeChange): Members {
  const complete = (whole: unknown, part: unknown): unknown =>
    isObject(whole) && isObject(part)
      ? Object.fromEntries(Object.keys(part).map((name) => [name, whole[name]]))
      : whole;
  return Object.fromEntries(
    Object.entries(changedMembers).map(([name, part]) => [name, complete(resource[name], part)]),
  );
}

/** With a colour, since the validity of the colour temperature depends on it. */
function getRelatedColorTemperature(
  resource: Resource,
  part: SimulatedHomeChange['changedMembers'],
): Members {
  const temperature = resource['color_temperature'];
  if (part['color'] === undefined || !isObject(temperature)) return {};
  const { mirek, mirek_valid: valid } = temperature;
  return { color_temperature: { mirek, mirek_valid: valid } };
}
