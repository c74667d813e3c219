import assert from 'node:assert/strict';
import type { Change, WatchOptions } from '../../src/bridge';
import { HomeState } from '../../src/bridge/watching/home-state';
import type { ConnectionMode } from '../../src/bridge/link/connection';
import { defaultLimits } from '../../src/bridge/limits';
import type { Resource } from '../../src/resources';
import { FakeClock, settle } from './fake-clock';
import { FakeHome, lamp, ridOf } from './fake-home';

let messages = 0;

/** A message of the event stream, with an id of its own. */
export const message = (type: string, ...data: readonly unknown[]): Record<string, unknown> => {
  messages += 1;
  return { id: `message-${messages}`, type, creationtime: '2026-11-20T10:00:00Z', data };
};

/** What an event says of a lamp that was dimmed. */
export const dimmed = (number: number, brightness: number): Record<string, unknown> => ({
  type: 'light',
  id: ridOf(number),
  dimming: { brightness },
});

/** What changes of lamps say of their brightness, in the order they were told. */
export const brightnessOf = (changes: readonly Change[]): unknown[] =>
  changes.map(({ resource }) => resource['dimming']);

/** The button of {@link StreamedHome}. */
export const button: Resource = { type: 'button', id: ridOf(90), metadata: { control_id: 1 } };

/** A home with two lamps and a button, its state kept over polls and an event stream. */
export class StreamedHome {
  readonly clock = new FakeClock();
  readonly home = new FakeHome([lamp(1, 10), lamp(2, 20), button]);
  readonly warnings: string[] = [];
  readonly modes: ConnectionMode[] = [];
  /** When an event stream was asked for, in ms of the clock. */
  readonly streamsAt: number[] = [];
  readonly state = new HomeState({
    reader: this.home,
    openStream: (signal) => {
      this.streamsAt.push(this.clock.now());
      return this.home.openStream(signal);
    },
    limits: defaultLimits,
    clock: this.clock,
    onWarning: (warning) => this.warnings.push(warning),
    onMode: (mode) => this.modes.push(mode),
  });

  /** Starts one, with the parser loaded: loading takes time that no fake clock counts. */
  static async start(): Promise<StreamedHome> {
    await import('eventsource-parser');
    return new StreamedHome();
  }

  /** Watches a type; what it is told comes into the array. */
  watch(rtype: WatchOptions['rtype'] = 'light'): Change[] {
    const changes: Change[] = [];
    this.state.watch({ rtype, interval: 5_000, onChange: (change) => changes.push(change) });
    return changes;
  }

  /** Lets the stream that was opened come alive. */
  async connect(): Promise<void> {
    await this.clock.pass(1_000);
    this.home.stream.greet();
    await this.clock.pass(1_000);
    assert.equal(this.state.mode, 'stream');
  }

  async connectWatching(rtype: WatchOptions['rtype']): Promise<Change[]> {
    const changes = this.watch(rtype);
    await this.connect();
    return changes;
  }

  /** Closes it, and makes sure that nothing is left behind. */
  async close(): Promise<void> {
    this.state.close();
    await settle();
    assert.equal(this.clock.waiting, 0, 'a timer was left behind');
    assert.ok(!this.home.streams.some(({ open }) => open), 'a stream was left open');
  }
}
