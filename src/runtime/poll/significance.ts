import { member } from '../../resources';
import type { Resource } from '../../resources';
import { concerns } from '../../bridge';
import type { PollSettings } from './poll-settings';

/** Decides which changes are worth a message, by the properties and the least change that a person set. */
export class Significance {
  readonly #properties: readonly string[];
  readonly #smallest: number;
  /** State that was last told, per resource; kept only where numbers are compared with it. */
  readonly #told = new Map<string, Resource>();

  constructor({ properties, smallestChange }: PollSettings) {
    this.#properties = properties;
    this.#smallest = smallestChange;
  }

  /** Remembers what was told, so that small steps in one direction add up. */
  told(resource: Resource): void {
    if (this.#smallest > 0) this.#told.set(resource.id, resource);
  }

  forget(rid: string): void {
    this.#told.delete(rid);
  }

  /** True when a change is worth a message. */
  counts(resource: Resource, previous: Resource, changed: readonly string[]): boolean {
    const wanted =
      this.#properties.length === 0
        ? changed
        : changed.filter((path) => this.#properties.some((property) => concerns([path], property)));
    if (this.#smallest === 0) return wanted.length > 0;
    const base = this.#told.get(resource.id) ?? previous;
    if (!this.#told.has(resource.id)) this.#told.set(resource.id, previous);
    return wanted.some((path) => this.#isLarge(at(base, path), at(resource, path)));
  }

  #isLarge(before: unknown, after: unknown): boolean {
    if (typeof before === 'number' && typeof after === 'number') {
      return Math.abs(after - before) >= this.#smallest;
    }
    // Reports carry the time of each measurement, which changes with the smallest step.
    return before !== after && !(isTimestamp(before) && isTimestamp(after));
  }
}

const at = (resource: Resource, path: string): unknown => member(resource, ...path.split('.'));

const isTimestamp = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value);
