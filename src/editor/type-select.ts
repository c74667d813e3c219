import { types } from 'lighting-bridge:table';
import { kindOf } from './resource-tree';
import { sharedText } from './texts';

/**
 * Fills a select with the resource types, those of the service document first.
 *
 * @param select element of the setting
 * @param chosen present value; kept even when the table does not know it
 * @param nothing text of the empty choice
 * @param only types to offer; all when left out
 */
export function fillTypes(
  select: JQuery,
  chosen: string,
  nothing: string,
  only: (type: (typeof types)[number]) => boolean = () => true,
): void {
  select.empty().append($('<option>').val('').text(nothing));
  for (const origin of ['service', 'reference'] as const) {
    const group = $('<optgroup>').attr('label', sharedText(`types.${origin}`));
    const offered = types.filter((type) => type.origin === origin && only(type));
    for (const { rtype } of offered) {
      const kind = kindOf(rtype);
      $('<option>')
        .val(rtype)
        .text(kind === rtype ? rtype : `${rtype} – ${kind}`)
        .appendTo(group);
    }
    if (offered.length > 0) group.appendTo(select);
  }
  if (chosen !== '' && select.find(`option[value="${CSS.escape(chosen)}"]`).length === 0) {
    $('<option>').val(chosen).text(chosen).appendTo(select);
  }
  select.val(chosen);
}
