import { compareNames } from '../../resources/values/compare-names';
import { findResourceByNameOrId, toResourceNameOrId } from './week-references';
import type { ResourceListItem } from '../routes/admin-route-client';

/** An option of a select. */
export interface SelectOption {
  value: string;
  label: string;
}

/** Creates a select. A chosen value that is not among the options is added under a label of its own. */
export function createSelect(
  selectOptions: readonly SelectOption[],
  chosen: string,
  name: string,
  unlistedLabel = chosen,
): JQuery {
  const isListed = selectOptions.some(({ value }) => value === chosen);
  const all =
    isListed || chosen === ''
      ? selectOptions
      : [...selectOptions, { value: chosen, label: unlistedLabel }];
  return $('<select>')
    .attr('aria-label', name)
    .append(all.map(({ value, label }) => $('<option>').val(value).text(label)))
    .val(chosen);
}

/** Compares two options for sorting. */
export const compareByLabel = (one: SelectOption, other: SelectOption): number =>
  compareNames(one.label, other.label);

/** Options for resources, in alphabetical order, by name where that is enough. */
export const toSelectOptions = (resources: readonly ResourceListItem[]): SelectOption[] =>
  resources
    .map((resource) => ({ value: toResourceNameOrId(resource, resources), label: resource.name }))
    .toSorted(compareByLabel);

/** A name or id as the options of `toSelectOptions` have it; unchanged when it stands for none of them. */
export function normalizeReference(
  reference: string,
  resources: readonly ResourceListItem[],
): string {
  const resource = reference === '' ? undefined : findResourceByNameOrId(reference, resources);
  return resource === undefined ? reference : toResourceNameOrId(resource, resources);
}

/** The option of a resource by its id, with its room. */
export const toSelectOptionWithRoom = ({ rid, name, room }: ResourceListItem): SelectOption => ({
  value: rid,
  label: room === null ? name : `${room.name} / ${name}`,
});
