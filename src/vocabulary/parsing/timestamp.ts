/** Times in ms since 1970, as inject nodes send them by default: from 2001 to 2286. */
const [earliest, latest] = [1e12, 1e13] as const;

/** True for a number that is no command but the time that an inject node sends of its own accord, in ms since 1970. */
export const isEpochMilliseconds = (value: unknown): boolean =>
  typeof value === 'number' && value >= earliest && value < latest;
