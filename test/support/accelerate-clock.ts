import { after, before } from 'mocha';
import { systemClock, unrefTimerClock } from '../../src/bridge/clock';

/**
 * Speeds up clients of this process while a suite runs. Call it where hooks are declared.
 *
 * @param speed ms of the clients per real ms
 */
export function accelerateClock(speed: number): void {
  const machineClock = { ...systemClock };
  before(() => {
    const start = machineClock.now();
    systemClock.now = () => start + (machineClock.now() - start) * speed;
    systemClock.setTimeout = (callback, delay) => machineClock.setTimeout(callback, delay / speed);
  });
  after(() => {
    Object.assign(systemClock, machineClock);
  });
}

/**
 * Sets the clock for nodes that wait for a time of day; they soon look at the clock again. Call it where hooks are
 * declared.
 *
 * @returns takes a local time such as `2026-11-20 18:12`
 */
export function moveWallClock(): (localTime: string) => void {
  const machineClock = { ...unrefTimerClock };
  let offset = 0;
  before(() => {
    unrefTimerClock.wallTime = () => Date.now() + offset;
    unrefTimerClock.setTimeout = (callback, delay) =>
      machineClock.setTimeout(callback, Math.min(delay, longestMovedWait));
  });
  after(() => {
    Object.assign(unrefTimerClock, machineClock);
  });
  return (localTime) => {
    offset = new Date(localTime).getTime() - Date.now();
  };
}

/** In ms. */
const longestMovedWait = 50;
