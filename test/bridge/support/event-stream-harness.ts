import assert from 'node:assert/strict';
import type { ResourceChangeEvent, WatchOptions } from '../../../src/bridge';
import { StateSynchronizer } from '../../../src/bridge/state-synchronizer';
import type { ChangeDeliveryMode } from '../../../src/bridge/connection-state';
import { defaultLimits } from '../../../src/bridge/limits';
import type { Resource } from '../../../src/resources/resource';
import { FakeClock, flushPromises } from './fake-clock';
import { createFakeHealth } from './fake-health';
import { FakeBridge, createLamp, makeRid } from './fake-bridge';

let messageCount = 0;

/** A message of the event stream, with an id of its own. */
export const createEventMessage = (
  type: string,
  ...data: readonly unknown[]
): Record<string, unknown> => {
  messageCount += 1;
  return { id: `message-${messageCount}`, type, creationtime: '2026-11-20T10:00:00Z', data };
};

/** Resource of an update event for a dimmed lamp. */
export const createDimmingUpdate = (
  number: number,
  brightness: number,
): Record<string, unknown> => ({
  type: 'light',
  id: makeRid(number),
  dimming: { brightness },
});

/** Member `dimming` of each changed lamp, in the order of the changes. */
export const brightnessValues = (changes: readonly ResourceChangeEvent[]): unknown[] =>
  changes.map(({ resource }) => resource['dimming']);

/** The button of `EventStreamHarness`. */
export const button: Resource = { type: 'button', id: makeRid(90), metadata: { control_id: 1 } };

/** A fake bridge with two lamps and a button, and the state that is kept of it over polls and an event stream. */
export class EventStreamHarness {
  readonly clock = new FakeClock();
  readonly home = new FakeBridge([createLamp(1, 10), createLamp(2, 20), button]);
  readonly warnings: string[] = [];
  readonly modes: ChangeDeliveryMode[] = [];
  /** When an event stream was asked for, in ms of the clock. */
  readonly streamRequestedAt: number[] = [];
  readonly health = createFakeHealth(this.home, this.clock);
  readonly state = new StateSynchronizer({
    reader: this.home,
    health: this.health,
    openStream: (signal) => {
      this.streamRequestedAt.push(this.clock.now());
      return this.home.openStream(signal);
    },
    limits: defaultLimits,
    clock: this.clock,
    onWarning: (warning) => this.warnings.push(warning),
    onModeChange: (mode) => this.modes.push(mode),
  });

  /** Creates one with the parser loaded: loading takes real time, which no fake clock counts. */
  static async start(): Promise<EventStreamHarness> {
    await import('eventsource-parser');
    return new EventStreamHarness();
  }

  /** Watches a type. @returns the changes, appended as they come */
  watch(rtype: WatchOptions['rtype'] = 'light'): ResourceChangeEvent[] {
    const changes: ResourceChangeEvent[] = [];
    this.state.watch({ rtype, interval: 5_000, onChange: (change) => changes.push(change) });
    return changes;
  }

  /** Waits until the opened stream counts as connected. */
  async connect(): Promise<void> {
    await this.clock.advance(1_000);
    this.home.latestStream.sendGreeting();
    await this.clock.advance(1_000);
    assert.equal(this.state.mode, 'stream');
  }

  async connectAndWatch(rtype: WatchOptions['rtype']): Promise<ResourceChangeEvent[]> {
    const changes = this.watch(rtype);
    await this.connect();
    return changes;
  }

  /** Closes it, and checks that no timer and no stream is left open. */
  async close(): Promise<void> {
    this.state.close();
    this.health.close();
    await flushPromises();
    assert.equal(this.clock.pendingTimers, 0, 'a timer was left behind');
    assert.ok(!this.home.streams.some(({ isOpen: open }) => open), 'a stream was left open');
  }
}
