import { parseJsonOrUndefined } from '../../resources/values/member-access';
import { getSettingValue } from '../fields/setting-fields';

/** A value that a setting holds itself, apart from any message; undefined for one that comes from elsewhere. */
export interface StaticValue {
  readonly value: unknown;
}

/**
 * The value of a typed setting where it is static and can be read.
 *
 * @param text what the setting holds
 * @param typeSetting name of the setting with its type
 */
export function getStaticValue(
  node: EditorNode,
  text: string,
  typeSetting: string,
): StaticValue | undefined {
  switch (getSettingValue(node, typeSetting)) {
    case 'str':
      return { value: text };
    case 'num':
      return { value: Number(text) };
    case 'bool':
      return { value: text === 'true' };
    case 'json':
      return parseStaticJson(text);
    default:
      return undefined;
  }
}

/** @returns undefined for what is no JSON: Node-RED's own validation says what is wrong */
function parseStaticJson(text: string): StaticValue | undefined {
  const value = parseJsonOrUndefined(text);
  return value === undefined ? undefined : { value };
}
