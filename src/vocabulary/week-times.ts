/** When a slot of a week starts, as the service has it. */
export type SlotStart =
  | { kind: 'sunrise' | 'sunset' }
  | { kind: 'time'; time: { hour: number; minute: number; second: number } };

/**
 * Reads when a slot starts.
 *
 * @param text `07:00`, `7:00:30`, `sunset` or `sunrise`
 * @returns undefined for anything else
 */
export function slotStart(text: string): SlotStart | undefined {
  const word = text.trim().toLowerCase();
  if (word === 'sunset' || word === 'sunrise') return { kind: word };
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(word);
  const [hour = 24, minute = 0, second = 0] = (match?.slice(1) ?? []).map((part) =>
    Number(part ?? 0),
  );
  return hour <= 23 && minute <= 59 && second <= 59
    ? { kind: 'time', time: { hour, minute, second } }
    : undefined;
}

/**
 * Remembers the times of a week. A day that has one time twice would start two scenes at once, and nobody could say
 * which.
 *
 * @returns takes the days and the start of a slot, and gives those days that had this start before
 */
export function timesOfWeek(): (days: readonly string[], start: SlotStart) => readonly string[] {
  const taken = new Set<string>();
  return (days, start) => {
    const keyOf = (day: string): string => `${day} ${JSON.stringify(start)}`;
    const twice = days.filter((day) => taken.has(keyOf(day)));
    for (const day of days) taken.add(keyOf(day));
    return twice;
  };
}
