import type { NodeMessage } from 'node-red';
import { BridgeError } from '../../../bridge/errors/bridge-error';
import type { Watch } from '../../../bridge';
import { unrefTimerClock } from '../../../bridge/time/clock';
import { createSunDaysFromReport } from '../../../programs/daylight/sun-day-lookup';
import { locationReadInterval, readReportedSun } from '../../bridge/bridge-sun-report';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { BridgeStatusMessageReason } from './status-message';
import { SunEventNotifier } from './sun-event-notifier';
import type { SunEvent, SunTimes } from './sun-event-notifier';

interface SunSourceListener {
  send(message: NodeMessage): void;
  fail(error: Error): void;
}

/** The times come from the bridge. */
export class SunEventEmitter {
  readonly #bridge: OpenedBridge;
  readonly #watch: Watch;
  readonly #events: SunEventNotifier;

  constructor(bridge: OpenedBridge, listener: SunSourceListener) {
    this.#bridge = bridge;
    let hasStarted = false;
    this.#watch = bridge.client.watch({
      rtype: 'geolocation',
      interval: locationReadInterval,
      get wantsPolls() {
        return !hasStarted;
      },
      onPoll: () => {
        hasStarted = true;
        if (this.#getTimes(unrefTimerClock.wallTime()) === undefined)
          listener.fail(createNoPlaceError());
        this.#events.update();
      },
      onChange: () => this.#events.update(),
    });
    this.#events = new SunEventNotifier(
      (time) => this.#getTimes(time),
      unrefTimerClock,
      (event, times) => listener.send(createSunMessage(event, 'changed', times)),
    );
  }

  /**
   * Reads the times of sunrise and sunset of today.
   *
   * @returns the message about the last sunrise or sunset
   * @throws {BridgeError} if the bridge cannot be read; ERR_BRIDGE_NOT_FOUND if the bridge does not know its location
   */
  async request(): Promise<NodeMessage> {
    await this.#watch.pollNow();
    const now = unrefTimerClock.wallTime();
    const times = this.#getTimes(now);
    if (times === undefined) throw createNoPlaceError();
    const isUp = now >= times.rise && now < times.set;
    return createSunMessage(isUp ? 'sunrise' : 'sunset', 'request', times);
  }

  stop(): void {
    this.#watch.stop();
    this.#events.stop();
  }

  #getTimes(time: number): SunTimes | undefined {
    const sun = readReportedSun(this.#bridge.client.stateCache);
    return sun === undefined ? undefined : createSunDaysFromReport(() => sun)(time);
  }
}

const createSunMessage = (
  payload: SunEvent,
  occasion: BridgeStatusMessageReason,
  { rise, set }: SunTimes,
): NodeMessage => ({
  payload,
  topic: 'sun',
  sun: {
    up: payload === 'sunrise',
    rise: new Date(rise).toISOString(),
    set: new Date(set).toISOString(),
  },
  bridge: { occasion },
});

const createNoPlaceError = (): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_NOT_FOUND',
    'The bridge does not know where it is, and so not when the sun sets. Set the place of your home in the app of the bridge.',
    { operation: 'get', rtype: 'geolocation' },
  );
