const title = 'Failed files:';

/** @param files relative to the package */
export const formatFailedFiles = (files: Iterable<string>): string => [title, ...files].join(' ');

export const parseFailedFiles = (output: string): readonly string[] =>
  new RegExp(`^${title} (.*)$`, 'm').exec(output)?.[1]?.split(' ') ?? [];
