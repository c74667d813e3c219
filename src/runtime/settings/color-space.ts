import { colorSpaceNames } from '../../units/color-conversion';
import type { ColorSpace } from '../../units/color-conversion';
import { formatSettingPath } from './node-errors';
import { getChoiceOrThrow, isSettingUnset } from './evaluate-setting';

/**
 * Returns the meaning of red, green and blue for a node.
 *
 * @param value the setting as the flow file holds it; missing in flows of older versions
 * @returns undefined for the lamp's own colours, if the setting is missing
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an unknown value
 */
export const parseColorSpaceSetting = (value: unknown): ColorSpace | undefined =>
  isSettingUnset(value)
    ? undefined
    : getChoiceOrThrow({ ok: true, value }, colorSpaceNames, formatSettingPath('colorSpace'));
