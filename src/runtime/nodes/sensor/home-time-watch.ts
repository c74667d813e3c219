import type { Watch } from '../../../bridge';
import type { Clock, TimerHandle } from '../../../bridge/time/clock';
import { createSunDaysFromReport } from '../../../programs/daylight/sun-day-lookup';
import { isWithinTimeWindow, usesSun } from '../../../programs/daylight/time-window';
import type { TimeWindow } from '../../../programs/daylight/time-window';
import { unitLengths } from '../../../units/duration';
import {
  locationReadInterval,
  readReportedSun,
  readTimeZone,
} from '../../bridge/bridge-sun-report';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { formatSettingPath, toCommandError } from '../../settings/node-errors';

interface HomeTimeListener {
  /** Called at the beginning and at the end of the window. */
  onChange(): void;
  /** Called if the window needs the sun and the bridge does not know its place. */
  fail(error: Error): void;
}

const { minute } = unitLengths;

/** Knows whether the time at home is within a window, and says when that changes. */
export class HomeTimeWatch {
  readonly #watches: readonly Watch[];
  #timer: TimerHandle | undefined;
  #isWithin = false;

  constructor(
    private readonly bridge: OpenedBridge,
    private readonly timeWindow: TimeWindow,
    private readonly clock: Clock,
    private readonly listener: HomeTimeListener,
  ) {
    this.#isWithin = this.#read() ?? false;
    const rtypes = usesSun(timeWindow)
      ? (['bridge', 'geolocation'] as const)
      : (['bridge'] as const);
    this.#watches = rtypes.map((rtype) =>
      bridge.client.watch({
        rtype,
        interval: locationReadInterval,
        onChange: () => this.#check(),
        onPoll: () => this.#check(rtype === 'geolocation'),
        onError: (error) => listener.fail(error),
      }),
    );
    this.#wait();
  }

  /** False also while the window needs the sun and its times are unknown. */
  get isWithin(): boolean {
    return this.#isWithin;
  }

  stop(): void {
    this.clock.clearTimeout(this.#timer);
    for (const watch of this.#watches) watch.stop();
  }

  #read(): boolean | undefined {
    const { stateCache } = this.bridge.client;
    const sun = readReportedSun(stateCache);
    return isWithinTimeWindow(this.timeWindow, this.clock.wallTime(), {
      timeZone: readTimeZone(stateCache),
      sunDays: sun && createSunDaysFromReport(() => sun),
    });
  }

  #check(isLocationRead = false): void {
    const isWithin = this.#read();
    if (isWithin === undefined && isLocationRead) this.listener.fail(createUnknownSunError());
    if (isWithin === undefined || isWithin === this.#isWithin) return;
    this.#isWithin = isWithin;
    this.listener.onChange();
  }

  /** Waits for the next full minute. */
  #wait(): void {
    this.#timer = this.clock.setTimeout(
      () => {
        this.#check();
        this.#wait();
      },
      minute - (this.clock.wallTime() % minute),
    );
  }
}

function createUnknownSunError(): Error {
  const path = formatSettingPath('whileTime');
  const expected = 'two times such as 22:00-06:00, since the bridge does not know its place';
  return toCommandError({ path, expected, received: 'sunrise or sunset' });
}
