import { affectsProperty } from '../../bridge';
import { findChangedPaths } from '../../bridge/resource-state';
import { getNestedMember, isDateTime } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import type { ResourceMessageDetails } from '../message';
import type { PollSettings } from './poll-settings';

/** Decides which changes a node sends, by its properties and its smallest change. */
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

/** Changes since the last message, for a node that sends every poll. */
export class UnsentChanges {
  /** State in the last message. */
  readonly #before = new Map<string, Resource>();

  /** Keeps the state before the first change. */
  record(previous: Resource): void {
    if (!this.#before.has(previous.id)) this.#before.set(previous.id, previous);
  }

  take(resource: Resource): Pick<ResourceMessageDetails, 'previous' | 'changed'> {
    const previous = this.#before.get(resource.id);
    if (previous === undefined) return {};
    this.#before.delete(resource.id);
    return { previous, changed: findChangedPaths(previous, resource) };
  }

  forget(rid: string): void {
    this.#before.delete(rid);
  }
}
