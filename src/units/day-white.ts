/** Time of day in hours at which the white is coldest. */
const coldestHour = 14;
/** Hours from there to the times between which it is warmest. */
const hoursToWarmest = 9.83;
/** In mirek. */
const coldest = 199;
const warmest = 500;

/** Whites, in mirek, up to which a lamp is at its full and from which it is at its lowest brightness. */
const [fullUpTo, lowestFrom] = [300, 460] as const;
const lowestBrightness = 20;

/**
 * A white that suits the time of day: coldest at 14:00, from there warmer along a parabola, warmest from ten minutes
 * before midnight to ten past four.
 *
 * @param time its local time counts
 * @returns mirek, from 199 to 500
 */
export function getMirekForTimeOfDay(time: Date): number {
  const hour = time.getHours() + time.getMinutes() / 60 + time.getSeconds() / 3_600;
  const distance = Math.abs(hour - coldestHour);
  const hours = Math.min(distance, 24 - distance) / hoursToWarmest;
  return Math.round(Math.min(warmest, coldest + (warmest - coldest) * hours ** 2));
}

/**
 * A brightness that suits the time of day: full while the white of the day is cold, falling evenly as it gets warm.
 *
 * @param time its local time counts
 * @returns percent, from 20 to 100
 */
export function getBrightnessForTimeOfDay(time: Date): number {
  const share = (getMirekForTimeOfDay(time) - fullUpTo) / (lowestFrom - fullUpTo);
  return Math.round(100 - (100 - lowestBrightness) * Math.min(1, Math.max(0, share)));
}
