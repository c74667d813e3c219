import type { NodeMessage } from 'node-red';
import type { Watch } from '../../bridge';
import { BridgeError } from '../../bridge/errors';
import { unrefTimerClock } from '../../bridge/clock';
import { createSunDaysFromReport } from '../../programs/sun-day';
import type { SunDay, SunDayLookup } from '../../programs/sun-day';
import { getLocalMinute } from '../../programs/time-zone';
import {
  getSunDayType,
  getSunPeriodState,
  isSunUp,
  listSunEvents,
  dependsOnSun,
  SunEventNotifier,
} from '../../programs/sun-moments';
import type {
  HomeSunDays,
  SunDayType,
  SunPeriodState,
  SunMoment,
  SunPeriod,
} from '../../programs/sun-moments';
import { WallClockAlarm } from '../../programs/wall-clock';
import { SunReportOfToday, locationReadInterval, readTimeZone } from '../bridge/info';
import type { Bridge } from '../bridge/bridge';
import { readUntilSuccessful } from '../bridge/read-until-successful';

/** Moments, or whether a period runs, on each change. */
export type HomeSunSettings =
  | { readonly kind: 'events'; readonly moments: readonly SunMoment[] }
  | { readonly kind: 'period'; readonly period: SunPeriod; readonly emitAtStart: boolean };

export const sunriseAndSunset: readonly SunMoment[] = [
  { kind: 'sunrise', offset: 0 },
  { kind: 'sunset', offset: 0 },
];

interface HomeSunListener {
  send(message: NodeMessage): void;
  fail(error: Error): void;
  onChange?(): void;
}

type HomeSunState =
  | ({ readonly kind: 'period'; readonly dayType: SunDayType | undefined } & SunPeriodState)
  | { readonly kind: 'events'; readonly dayType: SunDayType; readonly next: number | undefined };

/** Does not send passed moments later. */
export class HomeSun {
  readonly #report: SunReportOfToday;
  readonly #days: HomeSunDays;
  readonly #watch: Watch | undefined;
  readonly #timer: SunEventNotifier | WallClockAlarm;
  #isWithin: boolean | undefined;
  #isStopped = false;

  /** @param placeDays if missing, the bridge reports the sun */
  constructor(
    private readonly bridge: Bridge,
    private readonly settings: HomeSunSettings,
    private readonly listener: HomeSunListener,
    placeDays?: SunDayLookup,
  ) {
    const { stateCache } = bridge.client;
    this.#report = new SunReportOfToday(stateCache, unrefTimerClock);
    const getReportedSun = (time: number): SunDay | undefined => {
      const sun = this.#report.read(time);
      return sun === undefined ? undefined : createSunDaysFromReport(() => sun)(time);
    };
    this.#days = {
      getSun: placeDays ?? getReportedSun,
      get timeZone() {
        return readTimeZone(stateCache);
      },
    };
    if (placeDays === undefined && needsSun(settings)) this.#watch = this.#watchLocation();
    this.#timer =
      settings.kind === 'events'
        ? new SunEventNotifier(
            (now) => listSunEvents(settings.moments, this.#days, now),
            unrefTimerClock,
            (event) => {
              listener.send(this.#createMessage(event, 'changed'));
              listener.onChange?.();
            },
          )
        : new WallClockAlarm(
            unrefTimerClock,
            () => [this.#getPeriodState(settings.period)?.until],
            () => this.#updatePeriod(settings.period, settings.emitAtStart),
          );
    this.update();
  }

  /**
   * Answers with the last report of the sun if the bridge cannot be read.
   *
   * @returns whether the period runs, or whether the sun rose or set last
   * @throws {BridgeError} if the sun is unknown and the bridge cannot be read; ERR_BRIDGE_NOT_FOUND if the bridge
   * does not report the sunset
   */
  async request(): Promise<NodeMessage> {
    try {
      await this.#watch?.pollNow();
    } catch (error) {
      if (this.#isStopped || this.#getPayload() === undefined) throw error;
    }
    const payload = this.#getPayload();
    if (payload === undefined) throw this.#createUnknownSunError();
    return this.#createMessage(payload, 'request');
  }

  /** Sends what is due after the times may have changed. */
  update(): void {
    if (this.#isStopped) return;
    this.#timer.update();
    this.listener.onChange?.();
  }

  describe(): HomeSunState | undefined {
    const now = unrefTimerClock.wallTime();
    const sun = this.#days.getSun(now);
    const dayType = sun === undefined ? undefined : getSunDayType(sun);
    const settings = this.settings;
    if (settings.kind === 'period') {
      const state = this.#getPeriodState(settings.period);
      return state && { kind: 'period', dayType, ...state };
    }
    return dayType && { kind: 'events', dayType, next: this.#getNext(now) };
  }

  /** Returns `hh:mm` in local time of the home. */
  formatTime(time: number): string {
    const minute = Math.floor(getLocalMinute(time, this.#days.timeZone));
    return [Math.floor(minute / 60), minute % 60]
      .map((part) => String(part).padStart(2, '0'))
      .join(':');
  }

  stop(): void {
    this.#isStopped = true;
    this.#watch?.stop();
    this.#timer.stop();
  }

  #watchLocation(): Watch {
    const { client, stateReader } = this.bridge;
    const watch = client.watch({
      rtype: 'geolocation',
      interval: locationReadInterval,
      onChange: () => this.update(),
    });
    const read = async (): Promise<void> => {
      await stateReader.read();
      if (this.#getPayload() === undefined) await watch.pollNow();
    };
    void this.#updateOnceRead(read);
    return watch;
  }

  async #updateOnceRead(read: () => Promise<void>): Promise<void> {
    const isNeeded = (): boolean => !this.#isStopped;
    if (!(await readUntilSuccessful(this.bridge.client, { read, isNeeded }))) return;
    if (this.#getPayload() === undefined) this.listener.fail(this.#createUnknownSunError());
    this.update();
  }

  #updatePeriod(period: SunPeriod, emitAtStart: boolean): void {
    const isWithin = this.#getPeriodState(period)?.isWithin;
    if (isWithin === undefined || isWithin === this.#isWithin) return;
    const isFirst = this.#isWithin === undefined;
    this.#isWithin = isWithin;
    if (!isFirst || emitAtStart)
      this.listener.send(this.#createMessage(isWithin, isFirst ? 'start' : 'changed'));
    this.listener.onChange?.();
  }

  #getPeriodState(period: SunPeriod): SunPeriodState | undefined {
    return getSunPeriodState(period, this.#days, unrefTimerClock.wallTime());
  }

  #getPayload(): boolean | 'sunrise' | 'sunset' | undefined {
    if (this.settings.kind === 'period')
      return this.#getPeriodState(this.settings.period)?.isWithin;
    const isUp = isSunUp(this.#days, unrefTimerClock.wallTime());
    return isUp === undefined ? undefined : isUp ? 'sunrise' : 'sunset';
  }

  #getNext(now: number): number | undefined {
    return this.settings.kind === 'period'
      ? this.#getPeriodState(this.settings.period)?.until
      : listSunEvents(this.settings.moments, this.#days, now)?.find(({ at }) => at > now)?.at;
  }

  /** Some bridges know their place and report no sun. */
  #createUnknownSunError(): BridgeError {
    const [location] = this.bridge.client.stateCache.byType('geolocation');
    return new BridgeError(
      'ERR_BRIDGE_NOT_FOUND',
      location?.is_configured === true
        ? 'The bridge knows where it is, but does not report when the sun sets. Enter the latitude and longitude of your home in a sun node.'
        : 'The bridge does not know where it is, and so not when the sun sets. Set the place of your home in the app of the bridge.',
      { operation: 'get', rtype: 'geolocation' },
    );
  }

  #createMessage(
    payload: boolean | string,
    occasion: 'start' | 'changed' | 'request',
  ): NodeMessage {
    const now = unrefTimerClock.wallTime();
    const sun = this.#days.getSun(now);
    const message = { payload, topic: 'sun', bridge: { occasion } };
    if (sun === undefined) return message;
    const day = getSunDayType(sun);
    const [rise, set, next] = [
      day === 'normal_day' ? sun.rise : undefined,
      day === 'normal_day' ? sun.set : undefined,
      this.#getNext(now),
    ].map((time) => (time === undefined ? null : new Date(time).toISOString()));
    return Object.assign(message, { sun: { up: isSunUp(this.#days, now), rise, set, day, next } });
  }
}

const needsSun = (settings: HomeSunSettings): boolean =>
  settings.kind === 'events' || dependsOnSun(settings.period);
