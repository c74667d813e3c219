import type { Watch } from '../../../bridge';
import type { Clock, TimerHandle } from '../../../bridge/time/clock';
import { createSunDaysFromReport } from '../../../programs/daylight/sun-day-lookup';
import { getSunPeriodState } from '../../../programs/sun/sun-days';
import { dependsOnSun } from '../../../programs/sun/sun-moment';
import type { SunPeriod } from '../../../programs/sun/sun-moment';
import { unitLengths } from '../../../units/duration';
import {
  locationReadInterval,
  readReportedSun,
  readTimeZone,
} from '../../bridge/bridge-sun-report';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { createSettingError } from '../../settings/node-errors';

interface HomeTimeListener {
  onChange(): void;
  /** Called if the period needs the sun and the bridge does not report the sunset. */
  fail(error: Error): void;
}

const { minute } = unitLengths;

export class HomeTimeWatch {
  readonly #watches: readonly Watch[];
  #timer: TimerHandle | undefined;
  #isWithin = false;

  constructor(
    private readonly bridge: OpenedBridge,
    private readonly period: SunPeriod,
    private readonly clock: Clock,
    private readonly listener: HomeTimeListener,
  ) {
    this.#isWithin = this.#read() ?? false;
    const rtypes = dependsOnSun(period)
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

  /** Also false while the period needs the sun and its times are unknown. */
  get isWithin(): boolean {
    return this.#isWithin;
  }

  stop(): void {
    this.clock.clearTimeout(this.#timer);
    for (const watch of this.#watches) watch.stop();
  }

  #read(): boolean | undefined {
    const { stateCache } = this.bridge.client;
    const report = readReportedSun(stateCache);
    const sunDays = report && createSunDaysFromReport(() => report);
    const home = { getSun: (time: number) => sunDays?.(time), timeZone: readTimeZone(stateCache) };
    return getSunPeriodState(this.period, home, this.clock.wallTime())?.isWithin;
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
  const expected = 'two times such as 22:00-06:00, since the bridge does not report the sunset';
  return createSettingError('whileTime', expected, 'sunrise or sunset');
}
