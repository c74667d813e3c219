import * as v from 'valibot';
import type { Resource } from './definition';
import { defineResource, referenceChange } from './definition';
import { member } from './member';
import { readReference } from './reference';
import { readPart, readShape } from './schema';
import { typeOnlyUpdate } from './shared-members';

/** A tamper switch. Hue CLIP API reference. */
export const tamper = defineResource({
  rtype: 'tamper',
  origin: 'reference',
  section: 'tamper',
  pathParameter: 'tamperId',
  operations: referenceChange,
  read: readShape({
    owner: readReference,
    tamper_reports: v.array(
      readPart({ changed: v.string(), source: v.string(), state: v.string() }),
    ),
  }),
  update: typeOnlyUpdate('tamper'),
  momentary: [],
  lane: 'other',
  value: tamperValue,
});

/** True when any of the reports, one for each place, says tampered; undefined without reports. */
function tamperValue(resource: Resource): boolean | undefined {
  const reports = member(resource, 'tamper_reports');
  if (!Array.isArray(reports) || reports.length === 0) return undefined;
  return reports.some((entry: unknown) => member(entry, 'state') === 'tampered');
}
