import { toReadableTypeName } from '../../resources/values/resource-type-name';
import { findText, translateShared } from './translate';

/** Returns the translated label of a resource type; its name in words if it has none. */
export const getResourceTypeLabel = (rtype: string): string =>
  findText(translateShared, `rtype.${rtype}`) ?? toReadableTypeName(rtype).toLowerCase();
