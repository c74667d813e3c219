import { colorSpaceNames } from '../../units/color-conversion';
import type { ColorSpace } from '../../units/color-conversion';
import { formatSettingPath } from './node-errors';
import { getChoiceOrThrow, isSettingUnset } from './evaluate-setting';

/**
 * What red, green and blue mean for a node.
 *
 * @param value the setting as the flow file holds it; flows of older versions have none
 * @returns undefined for the lamp's own colours, where it is not set
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for anything that is none
 */
export const parseColorSpaceSetting = (value: unknown): ColorSpace | undefined =>
  isSettingUnset(value)
    ? undefined
    : getChoiceOrThrow({ ok: true, value }, colorSpaceNames, formatSettingPath('colorSpace'));
