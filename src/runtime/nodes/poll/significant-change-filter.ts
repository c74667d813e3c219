import { getNestedMember } from '../../../resources';
import type { Resource } from '../../../resources';
import { affectsProperty } from '../../../bridge';
import type { PollSettings } from './poll-settings';

/** Decides by the properties and the smallest change of the node. */
export class SignificantChangeFilter {
  /** By resource id; only to compare numbers. */
  readonly #lastEmitted = new Map<string, Resource>();

  private constructor(private readonly settings: PollSettings) {}

  /** Undefined if every change is significant. */
  static create(settings: PollSettings): SignificantChangeFilter | undefined {
    const { properties, smallestChange } = settings;
    return properties.length === 0 && smallestChange === 0
      ? undefined
      : new SignificantChangeFilter(settings);
  }

  /** Stores a sent state: small changes in one direction add up. */
  recordEmitted(resource: Resource): void {
    if (this.settings.smallestChange > 0) this.#lastEmitted.set(resource.id, resource);
  }

  forget(rid: string): void {
    this.#lastEmitted.delete(rid);
  }

  isSignificant(resource: Resource, previous: Resource, changed: readonly string[]): boolean {
    const { properties } = this.settings;
    const relevantPaths =
      properties.length === 0
        ? changed
        : changed.filter((path) =>
            properties.some((property) => affectsProperty([path], property)),
          );
    if (this.settings.smallestChange === 0) return relevantPaths.length > 0;
    const baseline = this.#lastEmitted.get(resource.id) ?? previous;
    if (!this.#lastEmitted.has(resource.id)) this.#lastEmitted.set(resource.id, previous);
    return relevantPaths.some((path) =>
      this.#isLargeEnough(getPropertyAt(baseline, path), getPropertyAt(resource, path)),
    );
  }

  #isLargeEnough(before: unknown, after: unknown): boolean {
    if (typeof before === 'number' && typeof after === 'number') {
      return Math.abs(after - before) >= this.settings.smallestChange;
    }
    // Each measurement changes the time in the report.
    return before !== after && !(isDateTime(before) && isDateTime(after));
  }
}

const getPropertyAt = (resource: Resource, path: string): unknown =>
  getNestedMember(resource, ...path.split('.'));

const isDateTime = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value);
