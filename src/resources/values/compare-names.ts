/** Made with the first comparison: that takes longer than anything else while a bridge is loaded. */
let collator: Intl.Collator | undefined;

/**
 * Order of names for people: `Lamp 2` before `Lamp 10`, `Élan` beside `Elan`, and capitals only where all else is equal.
 *
 * @returns less than 0 when the first name comes before the second one, 0 when they are the same
 */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(one, other);
}
