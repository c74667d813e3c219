import { appendMemberToPath, isObject } from '../../../../resources/values/member-access';
import { interpolate } from '../../../../units/arithmetic';
import type { Rgb } from '../../../../units/light-color';
import { refuseUnknownMembers } from '../../../parsing/object-members';
import { parseColor } from '../../../parsing/parse-color';
import type { ParsedColor } from '../../../parsing/parse-color';
import { parseBoundedNumber } from '../../../parsing/parse-scalars';
import { accept, refuseWithout } from '../../../parsing/parse-result';
import { getLampRgb, getLampXy } from '../../lamp-colors';
import type { LampColorContext } from '../../lamp-colors';
import { toColorBody } from '../color';
import { isUnsupportedByLamp } from '../../light-property';
import type { LightCommandProperty } from '../../light-property';

/** Default share of the new colour, in percent. */
const usualAmount = 50;

export const mix: LightCommandProperty = {
  groupSupport: 'members',
  parse(value, context) {
    const { at } = context;
    const isWhole = isObject(value) && 'color' in value;
    const input = isWhole ? value : { color: value };
    const known = refuseUnknownMembers(input, ['color', 'amount'], at);
    if (!known.ok) return known;
    const color = parseColor(input['color'], isWhole ? appendMemberToPath(at, 'color') : at);
    if (!color.ok) return color;
    const amount = parseBoundedNumber(
      input['amount'] ?? usualAmount,
      appendMemberToPath(at, 'amount'),
      [0, 100],
      '%',
    );
    if (!amount.ok) return amount;
    if (isUnsupportedByLamp(context, 'color')) return accept({ lacking: 'color' });
    const shown = getLampXy(context);
    return shown === undefined
      ? refuseWithout('state', at, 'a lamp whose colour is known', value)
      : accept(
          toColorBody(
            mixColors(getLampRgb(shown, context), color.value, amount.value / 100, context),
            context,
          ),
        );
  },
};

/** At full brightness, like colour pickers. */
function mixColors(
  from: Rgb,
  color: ParsedColor,
  share: number,
  context: LampColorContext,
): ParsedColor {
  const to = 'rgb' in color ? color.rgb : getLampRgb(color.xy, context);
  const mixChannel = (channel: 0 | 1 | 2): number => interpolate(from[channel], to[channel], share);
  return { rgb: [mixChannel(0), mixChannel(1), mixChannel(2)] };
}
