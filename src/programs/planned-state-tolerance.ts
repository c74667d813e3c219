/** How far a report of a lamp may be off its course before somebody else has set it: percent points, mirek, and the CIE 1931 diagram. */
export const plannedStateTolerance = { brightness: 4, mirek: 8, xy: 0.03 } as const;

/** True for a value between two others, or off by the slack at most. */
export const isBetweenWithTolerance = (
  value: number,
  one: number,
  other: number,
  slack: number,
): boolean => value >= Math.min(one, other) - slack && value <= Math.max(one, other) + slack;
