const title = 'Failed files:';

/** The line of mocha's output that names the files with failures. @param files paths relative to the package */
export const formatFailedFiles = (files: Iterable<string>): string => [title, ...files].join(' ');

/** @returns the files that mocha's output names; none where it names none */
export const parseFailedFiles = (output: string): readonly string[] =>
  new RegExp(`^${title} (.*)$`, 'm').exec(output)?.[1]?.split(' ') ?? [];
