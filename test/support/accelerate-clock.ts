import { after, before } from 'mocha';
import { systemClock, unrefTimerClock } from '../../src/bridge/time/clock';

/**
 * Lets time pass faster for the clients of this process while the tests of a suite run, so that polls of a second do
 * not take a second. Call it where hooks are declared.
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
 * Lets the tests of a suite set the clock of the machine for nodes that wait for a time of day. Such a node looks at the
 * clock again soon. Call it where hooks are declared.
 *
 * @returns sets the clock to a local time such as `2026-11-20 18:12`
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
