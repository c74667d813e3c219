/** Such as `room, zone or home`. */
export const formatTypes = (rtypes: readonly string[]): string =>
  rtypes
    .map((rtype) => typeLabels.get(rtype) ?? rtype.replaceAll('_', ' '))
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');

const typeLabels: ReadonlyMap<string, string> = new Map([
  ['behavior_instance', 'automation'],
  ['bridge_home', 'home'],
  ['relative_rotary', 'dial'],
]);
