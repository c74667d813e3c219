/** `start_time` of the service. */
type SmartSceneSlotStart =
  | { kind: 'sunrise' | 'sunset' }
  | { kind: 'time'; time: { hour: number; minute: number; second: number } };

/** @param text `07:00`, `7:00:30`, `sunset` or `sunrise` */
export function parseSmartSceneSlotStart(text: string): SmartSceneSlotStart | undefined {
  const keyword = text.trim().toLowerCase();
  if (keyword === 'sunset' || keyword === 'sunrise') return { kind: keyword };
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(keyword);
  const [hour = 24, minute = 0, second = 0] = (match?.slice(1) ?? []).map((part) =>
    Number(part ?? 0),
  );
  return hour <= 23 && minute <= 59 && second <= 59
    ? { kind: 'time', time: { hour, minute, second } }
    : undefined;
}

/**
 * Two timeslots with one start on a day would activate two scenes at once.
 *
 * @returns a function that stores a start, and returns the days that already had it
 */
export function createDuplicateTimeslotChecker(): (
  days: readonly string[],
  start: SmartSceneSlotStart,
) => readonly string[] {
  const usedKeys = new Set<string>();
  return (days, start) => {
    const toKey = (day: string): string => `${day} ${JSON.stringify(start)}`;
    const repeatedDays = days.filter((day) => usedKeys.has(toKey(day)));
    for (const day of days) usedKeys.add(toKey(day));
    return repeatedDays;
  };
}
