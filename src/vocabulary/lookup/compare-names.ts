/** Order of names for people: `Lamp 2` before `Lamp 10`, whatever the case. */
export const { compare: compareNames } = new Intl.Collator('en', {
  numeric: true,
  sensitivity: 'base',
});
