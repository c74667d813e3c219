import { types } from 'lighting-bridge:table';
import { isWellFormedResourceTypeName } from '../../resources/identifiers';
import { fetchResourceList, getCachedResourceList } from '../picker/resource-list';
import { createOptions, createIconButton } from '../fields/controls';
import {
  getChosenConfigNodeId,
  getSettingField,
  getSettingValue,
  toText,
} from '../fields/setting-fields';
import { getResourceTypeLabel, translateShared, findText } from '../labels/translate';
import { groupResourceTypes } from './type-groups';
import { createTargetResolver } from '../../vocabulary/lookup';
import type { TargetResolver } from '../../vocabulary/lookup';
import type { ResourceIndex } from '../../vocabulary/lookup';
import type { ResourceListItem } from '../routes/admin-route-client';
import { keepPickerInTray } from '../picker/resource-picker';
import { normalizeText } from '../picker/resource-tree';

type OfferedType = (typeof types)[number];

interface ResourceTypeOptions {
  /** All types if missing. */
  isOffered?: (type: OfferedType) => boolean;
  /** They take precedence when a name matches several resources. */
  isPreferred?: (type: OfferedType) => boolean;
  /** Also takes types that the table lacks. */
  takesUnlisted: boolean;
}

/** For an entered type; no type has this name. */
const otherTypeValue = '…';

/**
 * Fills the select in groups, with a search. The current type stays even if the table lacks it.
 *
 * @param emptyLabel of the empty option
 */
export function prepareResourceTypeSelect(
  node: EditorNode & { rtype: string },
  emptyLabel: string,
  { isOffered = () => true, takesUnlisted }: ResourceTypeOptions,
): void {
  // Older and handwritten flows may lack it.
  const chosen = toText(node.rtype);
  const select = getSettingField(node, 'rtype');
  select.empty().append(createOptions([['', emptyLabel]]));
  for (const { group, rtypes } of groupResourceTypes(types.filter(isOffered))) {
    const label = translateShared(`types.groups.${group}`);
    $('<optgroup>').attr('label', label).append(createTypeOptions(rtypes)).appendTo(select);
  }
  if (takesUnlisted) prepareUnlistedTypes(node, select);
  if (chosen !== '') addTypeOption(select, chosen);
  select.val(chosen);
  prepareResourceTypeSearch(select);
}

const createTypeOptions = (rtypes: readonly string[]): JQuery[] =>
  createOptions(
    rtypes.map((rtype) => {
      const label = getResourceTypeLabel(rtype);
      return [rtype, label === rtype ? rtype : `${label} (${rtype})`];
    }),
  );

const hasTypeOption = (select: JQuery, rtype: string): boolean =>
  select.find(`option[value="${CSS.escape(rtype)}"]`).length > 0;

function addTypeOption(select: JQuery, rtype: string): void {
  if (hasTypeOption(select, rtype)) return;
  select.append(createTypeOptions([rtype]), findOtherOption(select));
}

const findOtherOption = (select: JQuery): JQuery =>
  select.find(`> option[value="${otherTypeValue}"]`);

/** Offers types of the bridge that the table lacks, and a field for any other. */
function prepareUnlistedTypes(node: EditorNode, select: JQuery): void {
  select.append(createOptions([[otherTypeValue, translateShared('types.other')]]));
  const label = translateShared('types.otherName');
  const input = $('<input type="text" style="width: 100%">')
    .attr({ 'aria-label': label, placeholder: translateShared('types.otherHint') })
    .insertAfter(select)
    .hide();
  select.on('change', () => {
    const isOther = select.val() === otherTypeValue;
    input.toggle(isOther);
    if (isOther) input.trigger('focus');
  });
  input.on('change', () => {
    const rtype = toText(input.val()).trim();
    if (!isWellFormedResourceTypeName(rtype)) return;
    addTypeOption(select, rtype);
    input.val('');
    select.val(rtype).trigger('change').trigger('focus');
  });
  const offerTypesOfBridge = async (): Promise<void> => {
    const configNodeId = getChosenConfigNodeId(node);
    if (configNodeId === undefined) return;
    const resources =
      getCachedResourceList(configNodeId) ?? (await fetchResourceList(configNodeId));
    const rtypes = new Set(resources.map(({ rtype }) => rtype));
    const added = [...rtypes].filter(
      (rtype) =>
        isWellFormedResourceTypeName(rtype) && !isListed(rtype) && !hasTypeOption(select, rtype),
    );
    if (added.length === 0) return;
    const options = createTypeOptions(added.toSorted());
    const group = $('<optgroup>').attr('label', translateShared('types.unlisted')).append(options);
    findOtherOption(select).before(group);
  };
  // The picker reports an unreachable bridge.
  const offer = (): void => void offerTypesOfBridge().catch(() => undefined);
  getSettingField(node, 'bridge').on('change', offer);
  offer();
}

const isListed = (rtype: string): boolean => types.some((type) => type.rtype === rtype);

/** Accepts all if no type is chosen. */
export const createChosenTypeFilter =
  (node: EditorNode) =>
  ({ rtype }: ResourceListItem): boolean =>
    ['', rtype].includes(getSettingValue(node, 'rtype'));

/** Accepts all types that the node takes if none is chosen. */
export function createChosenTypeResolver(
  node: EditorNode,
  { isOffered = () => true, isPreferred = () => false, takesUnlisted }: ResourceTypeOptions,
): TargetResolver {
  const listTypes = (isTaken: (type: OfferedType) => boolean): readonly string[] =>
    types.filter(isTaken).map(({ rtype }) => rtype);
  const resolveAny = createTargetResolver(
    (index: ResourceIndex) => [
      ...listTypes(isOffered),
      ...(takesUnlisted ? index.types().filter((rtype) => !isListed(rtype)) : []),
    ],
    listTypes(isPreferred),
  );
  return (index, nameOrId, at) => {
    const chosen = getSettingValue(node, 'rtype');
    const resolve = chosen === '' ? resolveAny : createTargetResolver([chosen]);
    return resolve(index, nameOrId, at);
  };
}

const getOtherWords = (rtype: string): string =>
  findText(translateShared, `typeWords.${rtype}`) ?? '';

/**
 * Searches labels, type names, and other words.
 *
 * @param select its options are read when the search is opened
 */
function prepareResourceTypeSearch(select: JQuery): void {
  const button = createIconButton('red-ui-button', 'search', translateShared('types.search'));
  button.insertAfter(select).on('click', () => openTypeSearch(select, button));
}

function openTypeSearch(select: JQuery, button: JQuery): void {
  const search = $('<input type="search">').attr({
    'aria-label': translateShared('types.search'),
    placeholder: translateShared('types.searchHint'),
  });
  const list = $('<div class="lighting-bridge-types">');
  const nothing = $('<div role="status">');
  const content = $('<div class="lighting-bridge-type-search">').append(search, list, nothing);
  const panel = RED.popover.panel(content);
  const close = (): void => {
    panel.hide();
    button.trigger('focus');
  };
  const choose = (rtype: string): void => {
    close();
    select.val(rtype).trigger('change');
  };
  list.append(createGroups(select, choose));
  search.on('input', () => {
    filterChoices(list, toText(search.val()));
    nothing.text(list.find('button:visible').length === 0 ? translateShared('types.noMatch') : '');
  });
  handleKeys(content, { search, list, close });
  panel.show({ target: select, align: 'right' });
  keepPickerInTray(panel.container, select);
  search.trigger('focus');
}

const createGroups = (select: JQuery, choose: (rtype: string) => void): JQuery[] =>
  select
    .find('optgroup')
    .toArray()
    .map((element) => {
      const group = $(element);
      const label = group.attr('label') ?? '';
      const heading = $('<div class="lighting-bridge-types-group">').text(label);
      const options = group.children('option').toArray();
      return $('<div>').append(
        heading,
        options.map((option) => createChoice($(option), choose)),
      );
    });

function createChoice(option: JQuery, choose: (rtype: string) => void): JQuery {
  const rtype = toText(option.val());
  return $('<button type="button">')
    .val(rtype)
    .text(option.text())
    .on('click', () => choose(rtype));
}

function filterChoices(list: JQuery, text: string): void {
  const words = normalizeText(text).split(/\s+/);
  list.find('button').each((_, element) => {
    const choice = $(element);
    const searched = normalizeText(`${choice.text()} ${getOtherWords(toText(choice.val()))}`);
    choice.toggle(words.every((word) => searched.includes(word)));
  });
  list.children().each((_, element) => {
    const choices = $(element).find('button').toArray();
    $(element).toggle(choices.some(({ style }) => style.display !== 'none'));
  });
}

function handleKeys(
  content: JQuery,
  { search, list, close }: { search: JQuery; list: JQuery; close: () => void },
): void {
  content.on('keydown', (event) => {
    const choices = list.find('button:visible');
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && search.is(':focus')) choices.first().trigger('click');
    else if (event.key === 'ArrowDown') focusChoice(choices, 1);
    else if (event.key === 'ArrowUp') focusChoice(choices, -1);
    else return;
    event.preventDefault();
    // The editor's own keys would close the dialog.
    event.stopPropagation();
  });
}

function focusChoice(choices: JQuery, step: 1 | -1): void {
  const focused = choices.toArray().findIndex((choice) => choice === document.activeElement);
  choices.eq(Math.max(0, focused + step)).trigger('focus');
}
