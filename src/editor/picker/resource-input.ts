import { idPattern, splitIds } from '../../resources/id-pattern';
import { findBridgeOfText, listBridges } from './named-bridge';
import {
  findPicked,
  formatPickedNames,
  setBridgesOfPickedResources,
  readPickedIds,
} from './picked-ids';
import type { PickedId } from './picked-ids';
import { renderPickedResource, refreshPickedResourceElements } from './picked-resource';
import { getResourceTypeLabel } from './resource-tree';
import { openResourcePicker } from './resource-picker';
import { getCachedResourceList, fetchResourceList } from './resource-list';
import {
  getChosenConfigNodeId,
  getDialogForm,
  getSettingField,
  takesBridgeFromMessage,
  getSettingValue,
  toText,
} from '../fields/setting-fields';
import { toErrorMessage } from '../routes/admin-route-client';
import { findListedResourceByText } from '../../vocabulary/lookup/find-listed-resource-by-text';
import type { ListedResourceMatchResult } from '../../vocabulary/lookup/find-listed-resource-by-text';
import { translateShared } from '../labels/translate';
import { targetInputTypes } from '../fields/typed-input-types';
import type { ResourceListItem } from '../routes/admin-route-client';
import type { TargetResolver } from '../../vocabulary/lookup/target-resolvers';

/** Which resources can be picked, and which other types of value can be entered. */
export interface TargetInputOptions {
  /** Which resources may be picked. */
  accepts: (resource: ResourceListItem) => boolean;
  /** Finds the resource that an entered id or name stands for, as the node does at run time. */
  resolve: TargetResolver;
  /**
   * True where several may be picked, of several bridges where the node has the setting `targetBridges`; their ids are
   * stored with commas between them.
   */
  several?: boolean;
  /** True where a target on another bridge than that of the node is an error. */
  keepsToOwnBridge?: boolean;
  /** Name of the setting in sentences about an entered name; by default `target`. */
  settingName?: string;
  /** Shown while nothing is picked; by default says that the message sets the target. */
  placeholder?: string | (() => string);
  /** True where picking a resource chooses its type in the setting `rtype`, unless one is chosen. */
  choosesType?: boolean;
  /** Other typed input types; by default `targetInputTypes`. */
  types?: readonly string[];
}

/** Form elements that store a picked resource. */
interface ResourceInputFields {
  /** Becomes the typed input; stores the id. */
  field: JQuery;
  /** Initial type when there is no `typeField`. */
  defaultType?: 'resource' | 'str';
  typeField?: JQuery;
  /** Stores the name of the resource when it was picked; an empty set when it is not stored. */
  nameField: JQuery;
  /** Stores the type that is chosen beside it; an empty set where there is none. */
  rtypeField: JQuery;
}

/** Prepares the typed input of a node's target: a resource or another type; stores its name in `targetName`. */
export const prepareTargetInput = (node: EditorNode, options: TargetInputOptions): void =>
  prepareResourceInput(node, options, {
    field: getSettingField(node, 'target'),
    typeField: getSettingField(node, 'targetType'),
    nameField: getSettingField(node, 'targetName'),
    rtypeField: getSettingField(node, 'rtype'),
  });

/**
 * Prepares a typed input for a setting that stores the id or name of a resource, with no type setting of its own.
 *
 * @param fields `inputElement` becomes the typed input, `valueField` stores the setting
 */
export function prepareResourceOrTextInput(
  node: EditorNode,
  options: Omit<TargetInputOptions, 'types'>,
  { inputElement, valueField }: { inputElement: JQuery; valueField: JQuery },
): void {
  const saved = toText(valueField.val());
  inputElement.val(saved);
  const defaultType = saved === '' || idPattern.test(saved) ? 'resource' : 'str';
  prepareResourceInput(
    node,
    { ...options, types: ['str'] },
    { field: inputElement, defaultType, nameField: $(), rtypeField: $() },
  );
  inputElement.on('change', () => valueField.val(toText(inputElement.val())).trigger('change'));
}

/**
 * Turns a field into a typed input whose first type is a resource picked from the bridge.
 * Stores the id, shows the name.
 */
function prepareResourceInput(
  node: EditorNode,
  options: TargetInputOptions,
  input: ResourceInputFields,
): void {
  const { field, nameField, rtypeField, typeField, defaultType = 'resource' } = input;
  const { placeholder = translateShared('target.fromMessage'), types = targetInputTypes } = options;
  const getPlaceholder = (): string =>
    typeof placeholder === 'function' ? placeholder() : placeholder;
  const hint = $('<div class="lighting-bridge-hint" role="status">').insertAfter(
    field.closest('.form-row'),
  );

  const pick = (picked: readonly PickedId[]): void => {
    nameField.val(formatPickedNames(node, picked, toText(nameField.val())));
    setBridgesOfPickedResources(node, picked);
    field.typedInput('value', picked.map(({ rid }) => rid).join(','));
    const first = picked[0] && findPicked(picked[0]);
    if (options.choosesType === true && first !== undefined && rtypeField.val() === '')
      rtypeField.val(first.rtype).trigger('change');
    nameField.trigger('change');
    hint.text('');
  };
  const resourceType: TypedInputType = {
    value: 'resource',
    label: translateShared('target.resource'),
    icon: 'fa fa-list-ul',
    valueLabel(container, rid) {
      renderPickedResource(container, rid, {
        node,
        storedName: toText(nameField.val()),
        placeholder: getPlaceholder(),
        onClear: () => pick([]),
      });
      container.off('click.lightingBridge').on('click.lightingBridge', open);
    },
    expand: open,
  };

  function open(): void {
    const configNodeId = getChosenConfigNodeId(node);
    const { target, button } = findWidget(field);
    if (configNodeId === undefined) {
      hint.text(
        translateShared(
          takesBridgeFromMessage(node) ? 'target.bridgeFromMessage' : 'target.noBridge',
        ),
      );
      return;
    }
    openResourcePicker({
      target,
      configNodeId,
      label: translateShared('target.pick'),
      accepts: options.accepts,
      picked: readPickedIds(node, toText(field.val())),
      bridges: 'targetBridges' in node._def.defaults ? listBridges() : [],
      picks: options.several === true ? 'one or several' : 'one',
      onPick: pick,
      onClose: () => button.trigger('focus'),
    });
  }

  field.typedInput({
    default: defaultType,
    types: [resourceType, ...types.map(toTypedInputType)],
    ...(typeField === undefined ? {} : { typeField }),
  });
  const showError = (error: unknown): void => {
    hint.text(translateShared('target.unchecked', { reason: toErrorMessage(error) }));
  };
  const pickResourceByText = async (text: string): Promise<void> => {
    pick([]);
    const own = getChosenConfigNodeId(node);
    const configNodeId = findBridgeOfText(text)?.configNodeId ?? own;
    const takesOthers = 'targetBridges' in node._def.defaults;
    if (configNodeId === undefined || (configNodeId !== own && !takesOthers)) return;
    const match = await matchText(node, text, options);
    const isStillOpen = field.typedInput('type') === 'resource' && toText(field.val()) === '';
    if (match === undefined || !isStillOpen) return;
    if (!match.ok) hint.text(match.sentence);
    else if (match.resource !== undefined) pick([{ configNodeId, rid: match.resource.rid }]);
  };
  onTypeChosen(field, 'resource', () => {
    const text = toText(field.val());
    if (text !== '' && !splitIds(text).every((rid) => idPattern.test(rid)))
      void pickResourceByText(text).catch(showError);
  });
  const checkEnteredText = async (): Promise<void> => {
    const text = getEnteredText(field);
    if (text === undefined) return;
    const match = await matchText(node, text, options);
    if (getEnteredText(field) !== text) return;
    hint.text(describeMatch(match));
    nameField.trigger('change');
  };
  field.on('change', () => {
    if (field.typedInput('type') !== 'resource') hint.text('');
    void checkEnteredText().catch(showError);
  });
  void checkEnteredText().catch(showError);
  onTypeReplaced(rtypeField, () => {
    if (field.typedInput('type') !== 'resource') return;
    const picked = readPickedIds(node, toText(field.val()));
    const left = picked.filter((one) => {
      const resource = findPicked(one);
      return resource === undefined || options.accepts(resource);
    });
    if (left.length < picked.length) pick(left);
  });
  getDialogForm(node).on('change', () => {
    const { container } = findWidget(field);
    container.find('.lighting-bridge-picked-nothing').text(getPlaceholder());
  });
  void refreshPickedResource(node, input).catch(showError);
}

/** The elements of a typed input: the whole, what is shown of its value, and the button behind it. */
function findWidget(field: JQuery): { target: JQuery; container: JQuery; button: JQuery } {
  const target = field.next('.red-ui-typedInput-container');
  return {
    target,
    container: target.find('.red-ui-typedInput-value-label'),
    button: target.find('.red-ui-typedInput-option-expand'),
  };
}

/**
 * Finds the one resource that the target of a dialog stands for, in the list of the bridge as it was last fetched.
 *
 * @param resolve finds the resource that an entered id or name stands for
 * @returns undefined for none, for several, for what comes with a message, and while there is no list
 */
export function findDialogTargetResource(
  node: EditorNode,
  resolve: TargetResolver,
): ResourceListItem | undefined {
  const resources = getCachedResourceList(getSettingValue(node, 'bridge'));
  const target = getSettingValue(node, 'target');
  const targetType = getSettingValue(node, 'targetType');
  if (resources === undefined || target === '') return undefined;
  if (targetType === 'resource') return resources.find(({ rid }) => rid === target);
  if (targetType !== 'str' || findBridgeOfText(target) !== undefined) return undefined;
  const match = findListedResourceByText(resources, target, resolve);
  return match.ok ? match.resource : undefined;
}

/** What an entered name stands for, or the sentence about why it stands for nothing. */
function describeMatch(match: ListedResourceMatchResult<ResourceListItem> | undefined): string {
  if (match?.ok !== true) return match?.sentence ?? '';
  if (match.resource === undefined) return '';
  const { name, room, rtype } = match.resource;
  const type = getResourceTypeLabel(rtype);
  const isInRoom = room !== null && room.name !== name;
  return isInRoom
    ? translateShared('target.foundInRoom', { name, room: room.name, type })
    : translateShared('target.found', { name, type });
}

/** The id or name in a typed input; undefined for nothing, another type, and an environment variable. */
function getEnteredText(field: JQuery): string | undefined {
  const text = toText(field.val());
  const isName = field.typedInput('type') === 'str' && text.trim() !== '';
  return isName && !/^\$\{[^{}]+\}$/.test(text) ? text : undefined;
}

/** Calls back when another resource type is chosen than before. */
function onTypeReplaced(rtypeField: JQuery, onReplaced: () => void): void {
  let before = toText(rtypeField.val());
  rtypeField.on('change', () => {
    const now = toText(rtypeField.val());
    if (now === before) return;
    before = now;
    onReplaced();
  });
}

/** Calls back when the type of a typed input changes to this one. */
function onTypeChosen(field: JQuery, type: string, onChosen: () => void): void {
  let previousType = field.typedInput('type');
  field.on('change', () => {
    const currentType = field.typedInput('type');
    const isChosen = currentType !== previousType && currentType === type;
    previousType = currentType;
    if (isChosen) onChosen();
  });
}

/** `str` is the id, name or `Room/Name` of a resource; the other types are Node-RED's own. */
const toTypedInputType = (type: string): string | TypedInputType =>
  type === 'str'
    ? { value: 'str', label: translateShared('target.text'), icon: 'red/images/typedInput/az.svg' }
    : type;

/** Updates the picked resource once: whether it still exists, and its present name. */
async function refreshPickedResource(
  node: EditorNode,
  { field, nameField }: ResourceInputFields,
): Promise<void> {
  const rid = toText(field.val());
  if (rid === '' || field.typedInput('type') !== 'resource') return;
  const picked = readPickedIds(node, rid);
  const bridges = new Set(picked.map(({ configNodeId }) => configNodeId));
  await Promise.all(
    [...bridges]
      .filter((configNodeId) => RED.nodes.node(configNodeId) !== undefined)
      .map(async (configNodeId) => fetchResourceList(configNodeId)),
  );
  nameField.val(formatPickedNames(node, picked, toText(nameField.val())));
  if (field.typedInput('type') !== 'resource') return;
  const value = toText(field.val());
  const { container } = findWidget(field);
  refreshPickedResourceElements(container, value, { node, storedName: toText(nameField.val()) });
  field.trigger('change', ['resource', value]);
}

/**
 * Finds the resource that a text stands for, on the bridge that it names, otherwise on that of the node: in a fresh list
 * unless the cached one has it. Undefined without a bridge.
 */
async function matchText(
  node: EditorNode,
  text: string,
  { resolve, settingName, keepsToOwnBridge }: TargetInputOptions,
): Promise<ListedResourceMatchResult<ResourceListItem> | undefined> {
  const named = findBridgeOfText(text);
  const own = getChosenConfigNodeId(node);
  if (named !== undefined && named.configNodeId !== own && keepsToOwnBridge === true)
    return { ok: false, sentence: translateShared('target.otherBridge', { name: named.label }) };
  const configNodeId = named?.configNodeId ?? own;
  if (configNodeId === undefined) return undefined;
  const findIn = (
    resources: readonly ResourceListItem[],
  ): ListedResourceMatchResult<ResourceListItem> =>
    findListedResourceByText(resources, named?.text ?? text, resolve, settingName);
  const cachedResources = getCachedResourceList(configNodeId);
  const cachedMatch = cachedResources === undefined ? undefined : findIn(cachedResources);
  return cachedMatch?.ok === true ? cachedMatch : findIn(await fetchResourceList(configNodeId));
}
