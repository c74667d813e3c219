/** Typed input types that are evaluated when a message arrives. */
export const dynamicInputTypes: readonly string[] = ['msg', 'flow', 'global', 'env', 'jsonata'];

/**
 * Typed input types of a target, beside a picked resource; `str` is an id, a name or `Room/Name`.
 */
export const targetInputTypes: readonly string[] = ['str', ...dynamicInputTypes];

/**
 * Typed input types for the target of a node that watches resources without a message, beside a
 * picked resource.
 */
export const watchedTargetInputTypes: readonly string[] = ['str', 'flow', 'global', 'env'];

/** Typed input types by the name that a row of a form has for them. */
export const inputTypesByName: Readonly<Record<string, readonly string[]>> = {
  text: ['str', ...dynamicInputTypes],
  number: ['num', ...dynamicInputTypes],
  command: ['msg', 'json', 'str', 'num', 'bool', 'flow', 'global', 'env', 'jsonata'],
};
