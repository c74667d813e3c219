/** Kinds of value that a setting can come from beside a plain one. */
export const valueTypes: readonly string[] = ['msg', 'flow', 'global', 'env', 'jsonata'];

/** Kinds of value for a target, beside a picked resource; `str` is an id, a name or `Room/Name`. */
export const targetTypes: readonly string[] = ['str', ...valueTypes];

/** Kinds of value for the target of a node that watches without being asked, beside a picked resource. */
export const watchTypes: readonly string[] = ['str', 'flow', 'global', 'env'];

/** Kinds of value for a number. */
export const numberTypes: readonly string[] = ['num', ...valueTypes];

/** Kinds of value for a command. */
export const commandTypes: readonly string[] = [
  'msg',
  'json',
  'str',
  'num',
  'bool',
  ...valueTypes.filter((type) => type !== 'msg'),
];
