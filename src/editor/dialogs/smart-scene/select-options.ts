import { compareNames } from '../../../resources/values/compare-names';
import type { ResourceListItem } from '../../routes/admin-route-client';
import { idPattern } from '../../../resources/values/id-pattern';

export interface SelectOption {
  value: string;
  label: string;
}

/**
 * Creates a select. A chosen value that is not among the options is added under a label of its own.
 */
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

export const compareByLabel = (one: SelectOption, other: SelectOption): number =>
  compareNames(one.label, other.label);

/**
 * Returns options for resources in alphabetical order, by name if the name is unique, otherwise by
 * id.
 */
export const toSelectOptions = (resources: readonly ResourceListItem[]): SelectOption[] =>
  resources
    .map((resource) => ({ value: toResourceNameOrId(resource, resources), label: resource.name }))
    .toSorted(compareByLabel);

/** Returns the option value of a name or id; the reference itself if no resource matches. */
export function normalizeReference(
  reference: string,
  resources: readonly ResourceListItem[],
): string {
  const resource = reference === '' ? undefined : findResourceByNameOrId(reference, resources);
  return resource === undefined ? reference : toResourceNameOrId(resource, resources);
}

export const toSelectOptionWithRoom = ({ rid, name, room }: ResourceListItem): SelectOption => ({
  value: rid,
  label: room === null ? name : `${room.name} / ${name}`,
});

const normalize = (name: string): string => name.trim().toLowerCase();

function toResourceNameOrId(
  { rid, name }: ResourceListItem,
  siblings: readonly ResourceListItem[],
): string {
  const isShared = siblings.some(
    (one) => one.rid !== rid && normalize(one.name) === normalize(name),
  );
  return isShared || name.trim() === '' || name.includes('/') || idPattern.test(name) ? rid : name;
}

export const findResourceByNameOrId = (
  reference: string,
  siblings: readonly ResourceListItem[],
): ResourceListItem | undefined =>
  siblings.find(({ rid }) => rid === reference) ??
  siblings.find(({ name }) => normalize(name) === normalize(reference));
