import { after, before } from 'mocha';
import { systemClock } from '../../src/bridge/time/clock';

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
