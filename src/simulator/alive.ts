import { member } from '../resources';
import type { Resource } from '../resources';
import { followClock, readings, reported } from './behaviours';
import type { House } from './behaviours';

/** How often something happens where nothing is said, in ms. */
const usualInterval = 5_000;

/**
 * Lets the home live: somebody walks about, the sun comes and goes, rooms get warmer and cooler, and
 * smart scenes follow the clock.
 *
 * @param interval time between two things that happen, in ms
 */
export function letLive(house: House, interval = usualInterval): void {
  house.timers.every(interval, () => {
    walkAbout(house);
    drift(house, 'temperature', 0.15, 2, [-20, 35]);
    drift(house, 'light_level', 600, 0, [0, 45_000]);
    followClock(house, new Date());
  });
}

const isEnabled = (sensor: Resource): boolean => sensor['enabled'] !== false;

/** Sends a person past another sensor, away from the one they were at. */
function walkAbout({ home }: House): void {
  const sensors = home.byType('motion').filter(isEnabled);
  const reading = readings['motion'];
  const next = sensors[Math.floor(Math.random() * sensors.length)];
  if (reading === undefined || next === undefined) return;
  for (const sensor of sensors) {
    const seen = member(sensor, 'motion', 'motion_report', 'motion') === true;
    if (seen !== (sensor.id === next.id)) {
      home.change(sensor.id, reported(reading, sensor.id === next.id));
    }
  }
}

/** Moves what all sensors of a type report up or down a little. */
function drift(
  { home }: House,
  rtype: string,
  step: number,
  decimals: number,
  [least, most]: readonly [number, number],
): void {
  const reading = readings[rtype];
  if (reading === undefined) return;
  for (const sensor of home.byType(rtype).filter(isEnabled)) {
    const present = member(sensor, reading.group, `${reading.name}_report`, reading.name);
    if (typeof present !== 'number') continue;
    const moved = present + (Math.random() * 2 - 1) * step;
    const value = Number(Math.min(most, Math.max(least, moved)).toFixed(decimals));
    home.change(sensor.id, reported(reading, value));
  }
}
