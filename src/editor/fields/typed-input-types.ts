/** Evaluated when a message arrives. */
export const dynamicInputTypes: readonly string[] = ['msg', 'flow', 'global', 'env', 'jsonata'];

/** `str` is an id, a name or `Room/Name`. */
export const targetInputTypes: readonly string[] = ['str', ...dynamicInputTypes];

/** For nodes that watch without a message. */
export const watchedTargetInputTypes: readonly string[] = ['str', 'flow', 'global', 'env'];

/** By the name in a form row. */
export const inputTypesByName: Readonly<Record<string, readonly string[]>> = {
  text: ['str', ...dynamicInputTypes],
  number: ['num', ...dynamicInputTypes],
  command: ['msg', 'json', 'str', 'num', 'bool', 'flow', 'global', 'env', 'jsonata'],
};
