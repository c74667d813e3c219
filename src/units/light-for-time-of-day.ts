const coldestHour = 14;
const hoursFromColdestToWarmest = 9.83;
const coldestMirek = 199;
const warmestMirek = 500;

/** In mirek: brightness is maximal up to the first white and minimal from the second. */
const [fullUpTo, lowestFrom] = [300, 460] as const;
const lowestBrightness = 20;

/**
 * Coldest at 14:00, warmer along a parabola, warmest from 23:50 to 04:10.
 *
 * @param time its local time is used
 * @returns mirek, from 199 to 500
 */
export function getMirekForTimeOfDay(time: Date): number {
  const hour = time.getHours() + time.getMinutes() / 60 + time.getSeconds() / 3_600;
  const distance = Math.abs(hour - coldestHour);
  const hours = Math.min(distance, 24 - distance) / hoursFromColdestToWarmest;
  return Math.round(
    Math.min(warmestMirek, coldestMirek + (warmestMirek - coldestMirek) * hours ** 2),
  );
}

/**
 * 100 % while the white is cold, decreasing linearly as it gets warm.
 *
 * @param time its local time is used
 * @returns percent, from 20 to 100
 */
export function getBrightnessForTimeOfDay(time: Date): number {
  const share = (getMirekForTimeOfDay(time) - fullUpTo) / (lowestFrom - fullUpTo);
  return Math.round(100 - (100 - lowestBrightness) * Math.min(1, Math.max(0, share)));
}
