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

export const numberInputTypes: readonly string[] = ['num', ...dynamicInputTypes];

export const commandInputTypes: readonly string[] = [
  'msg',
  'json',
  'str',
  'num',
  'bool',
  ...dynamicInputTypes.filter((type) => type !== 'msg'),
];
