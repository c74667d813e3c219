/** Created by the first comparison: its creation would be the slowest part of loading a bridge. */
let collator: Intl.Collator | undefined;

/**
 * `Lamp 2` before `Lamp 10`, `Élan` beside `Elan`, capitals only if names are otherwise equal.
 *
 * @returns less than 0 if the first name comes first
 */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(one, other);
}
