import { toText } from '../fields/setting-fields';

/** The chosen option stays. */
export function showOfferedOptions(select: JQuery, isOffered: (value: string) => boolean): void {
  const chosen = toText(select.val());
  for (const option of select.find('option').toArray()) {
    const value = toText($(option).val());
    const isHidden = value !== chosen && !isOffered(value);
    $(option).prop({ hidden: isHidden, disabled: isHidden });
  }
}
