import { isPickableId, splitIds, idPattern } from '../../resources/identifiers';
import {
  getChosenConfigNodeId,
  getDialogForm,
  takesBridgeFromMessage,
  toText,
  dynamicInputTypes,
  getSettingField,
} from '../fields/setting-fields';
import { translateProblem, translateShared, getResourceTypeLabel } from '../labels/translate';
import { toErrorMessage } from '../routes/admin-route-client';
import type { ResourceListItem } from '../routes/admin-route-client';
import { describeMatch, findResourceByEnteredText, getEnteredText } from './entered-target';
import type { EnteredTargetRules } from './entered-target';
import { findBridgeOfText, listBridges } from './flow-bridges';
import {
  findPickedResource,
  formatPickedNames,
  readPickedIds,
  setBridgesOfPickedResources,
  isPickedResourceMissing,
} from './picked-ids';
import type { PickedId } from './picked-ids';
import { fetchResourceList } from './resource-list';
import { openResourcePicker } from './resource-picker';
import { createIconButton } from '../fields/controls';
import { isRoomOrZoneType, isSceneGroupType } from '../../resources/group-types';
import {
  resolveAutomationTarget,
  resolveButtonTarget,
  resolveGroupTarget,
  resolveLightTarget,
  resolveRecallTarget,
  resolveSceneTarget,
  resolveSpeakerTarget,
} from '../../vocabulary/lookup';

export interface TargetInputOptions extends EnteredTargetRules {
  accepts: (resource: ResourceListItem) => boolean;
  /** A MotionAware zone is offered once, as one sensor. */
  offersZonesOnce?: boolean;
  /**
   * Several may be picked, of several bridges if the node has the setting `targetBridges`; ids are stored with commas.
   */
  several?: boolean;
  /** All resources of a bridge may be picked at once, beside those of other bridges. */
  offersAll?: boolean;
  /** By default, the message sets the target. */
  placeholder?: string | (() => string);
  /** A picked resource sets an empty setting `rtype`. */
  choosesType?: boolean;
  /** By default `targetInputTypes`. */
  types?: readonly string[];
}

/** `str` is an id, a name or `Room/Name`. */
const targetInputTypes: readonly string[] = ['str', ...dynamicInputTypes];

/** For nodes that watch without a message. */
export const watchedTargetInputTypes: readonly string[] = ['str', 'flow', 'global', 'env'];

export type TargetRule = Pick<TargetInputOptions, 'accepts' | 'resolve'>;

const lightTargets: TargetRule = {
  accepts: ({ rtype }) => rtype === 'light' || rtype === 'grouped_light',
  resolve: resolveLightTarget,
};

/** For all choices of other settings. */
export const targetRules = {
  'bridge-light': lightTargets,
  'bridge-daylight': lightTargets,
  'bridge-room': {
    accepts: (resource) => isRoomOrZoneType(resource.rtype),
    resolve: resolveGroupTarget,
  },
  'bridge-scene': {
    accepts: ({ rtype }) => rtype === 'scene' || isSceneGroupType(rtype),
    resolve: resolveSceneTarget,
  },
  'bridge-smart-scene': {
    accepts: ({ rtype }) => rtype === 'scene' || rtype === 'smart_scene',
    resolve: resolveRecallTarget,
  },
  'bridge-automation': {
    accepts: ({ rtype }) => rtype === 'behavior_instance',
    resolve: resolveAutomationTarget,
  },
  'bridge-speaker': {
    accepts: ({ rtype }) => rtype === 'speaker',
    resolve: resolveSpeakerTarget,
  },
  'bridge-button': {
    accepts: ({ buttons }) => buttons !== undefined,
    resolve: resolveButtonTarget,
  },
} satisfies Record<string, TargetRule>;

/** Stores the name in `targetName`. */
export const prepareTargetInput = (node: EditorNode, options: TargetInputOptions): void =>
  new ResourceInput(node, options, {
    field: getSettingField(node, 'target'),
    typeField: getSettingField(node, 'targetType'),
    nameField: getSettingField(node, 'targetName'),
    rtypeField: getSettingField(node, 'rtype'),
  }).prepare();

/**
 * Stores an id or name without a type setting.
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
  new ResourceInput(
    node,
    { ...options, types: ['str'] },
    { field: inputElement, defaultType, nameField: $(), rtypeField: $() },
  ).prepare();
  inputElement.on('change', () => valueField.val(toText(inputElement.val())).trigger('change'));
}

interface ResourceInputFields {
  /** Becomes the typed input; stores the id. */
  field: JQuery;
  /** Initial type without a `typeField`. */
  defaultType?: 'resource' | 'str';
  typeField?: JQuery;
  /** Stores the name at the time of picking; may be an empty set. */
  nameField: JQuery;
  /** Holds the chosen type; may be an empty set. */
  rtypeField: JQuery;
}

/** Stores the id of a picked resource, shows its name. */
class ResourceInput {
  /** Line below the field. */
  readonly #hint: JQuery;

  constructor(
    private readonly node: EditorNode,
    private readonly options: TargetInputOptions,
    private readonly fields: ResourceInputFields,
  ) {
    this.#hint = $('<div class="lighting-bridge-hint" role="status">').insertAfter(
      fields.field.closest('.form-row'),
    );
  }

  prepare(): void {
    const { field, typeField, defaultType = 'resource' } = this.fields;
    const { types = targetInputTypes } = this.options;
    field.typedInput({
      default: defaultType,
      types: [this.#createResourceType(), ...types.map(toTypedInputType)],
      ...(typeField === undefined ? {} : { typeField }),
    });
    this.#pickWrittenName();
    this.#checkEnteredText();
    this.#dropPickedOfOtherTypes();
    getDialogForm(this.node).on('change', () => {
      const { container } = findWidget(field);
      container.find('.lighting-bridge-picked-nothing').text(this.#getPlaceholder());
    });
    void this.#refreshPicked().catch(this.#showError);
  }

  #createResourceType(): TypedInputType {
    const openPicker = (): void => this.#openPicker();
    return {
      value: 'resource',
      label: translateShared('target.resource'),
      icon: 'fa fa-list-ul',
      valueLabel: (container, rid) => {
        this.#showValue(container, rid);
        container.off('click.lightingBridge').on('click.lightingBridge', openPicker);
      },
      expand: openPicker,
    };
  }

  /** Shows name, type, and a warning if the resource was deleted; of several resources only the names. */
  #showValue(container: JQuery, rid: string): void {
    const label = $('<span class="lighting-bridge-picked">').appendTo(container.empty());
    if (rid === '') {
      label.addClass('lighting-bridge-picked-nothing').text(this.#getPlaceholder());
      return;
    }
    $('<span class="lighting-bridge-picked-name">').appendTo(label);
    this.#updateValue(label, rid);
    createIconButton('lighting-bridge-clear', 'times', translateShared('target.clear'))
      .on('click', (event) => {
        event.stopPropagation();
        this.#pick([]);
      })
      .appendTo(container);
  }

  /** Keeps the elements, so that a click on one is not lost. */
  #updateValue(label: JQuery, rid: string): void {
    const picked = readPickedIds(this.node, rid);
    const gone = picked.filter((one) => isPickedResourceMissing(one)).length;
    const name = formatPickedNames(this.node, picked, toText(this.fields.nameField.val()));
    const [only, another] = picked;
    const resource =
      only === undefined || another !== undefined ? undefined : findPickedResource(only);
    label.attr('title', name);
    label.find('.lighting-bridge-picked-name').text(name === '' ? rid : name);
    showPart(label, 'lighting-bridge-picked-kind', resource !== undefined, (kind) =>
      kind.text(resource === undefined ? '' : formatKind(resource)),
    );
    showPart(label, 'lighting-bridge-picked-gone', gone > 0, (warning) =>
      warning
        .html('<i class="fa fa-exclamation-triangle" aria-hidden="true"></i> ')
        .append(document.createTextNode(formatGone(gone, picked.length))),
    );
  }

  #getPlaceholder(): string {
    const { placeholder = translateShared('target.fromMessage') } = this.options;
    return typeof placeholder === 'function' ? placeholder() : placeholder;
  }

  #holdsResource(): boolean {
    return this.fields.field.typedInput('type') === 'resource';
  }

  #takesSeveralBridges(): boolean {
    return 'targetBridges' in this.node._def.defaults;
  }

  readonly #showError = (error: unknown): void => {
    this.#hint.text(translateShared('target.unchecked', { reason: toErrorMessage(error) }));
  };

  #openPicker(): void {
    const node = this.node;
    const configNodeId = getChosenConfigNodeId(node);
    const { target, button } = findWidget(this.fields.field);
    if (configNodeId === undefined) {
      this.#hint.text(
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
      accepts: this.options.accepts,
      offersZonesOnce: this.options.offersZonesOnce === true,
      picked: this.#readPicked(),
      bridges: this.#takesSeveralBridges() ? listBridges() : [],
      offersAll: this.options.offersAll === true,
      picks: this.options.several === true ? 'one or several' : 'one',
      onPick: (picked) => this.#pick(picked),
      onClose: () => button.trigger('focus'),
    });
  }

  #readPicked(): readonly PickedId[] {
    return readPickedIds(this.node, toText(this.fields.field.val()));
  }

  #pick(picked: readonly PickedId[]): void {
    const { field, nameField, rtypeField } = this.fields;
    this.#storeNames(picked);
    setBridgesOfPickedResources(this.node, picked);
    field.typedInput('value', picked.map(({ rid }) => rid).join(','));
    const first = picked[0] && findPickedResource(picked[0]);
    if (this.options.choosesType === true && first !== undefined && rtypeField.val() === '')
      rtypeField.val(first.rtype).trigger('change');
    nameField.trigger('change');
    this.#hint.text('');
  }

  #storeNames(picked: readonly PickedId[]): void {
    const { nameField } = this.fields;
    nameField.val(formatPickedNames(this.node, picked, toText(nameField.val())));
  }

  #pickWrittenName(): void {
    const { field } = this.fields;
    onTypeChosen(field, 'resource', () => {
      const text = toText(field.val());
      if (text !== '' && !splitIds(text).every(isPickableId))
        void this.#pickByText(text).catch(this.#showError);
    });
  }

  async #pickByText(text: string): Promise<void> {
    this.#pick([]);
    const own = getChosenConfigNodeId(this.node);
    const configNodeId = findBridgeOfText(text)?.configNodeId ?? own;
    if (configNodeId === undefined || (configNodeId !== own && !this.#takesSeveralBridges()))
      return;
    const match = await findResourceByEnteredText(this.node, text, this.options);
    const isStillOpen = this.#holdsResource() && toText(this.fields.field.val()) === '';
    if (match === undefined || !isStillOpen) return;
    if (!match.ok) this.#hint.text(translateProblem(match.problem));
    else if (match.resource !== undefined) this.#pick([{ configNodeId, rid: match.resource.rid }]);
  }

  #checkEnteredText(): void {
    const { field, nameField } = this.fields;
    const check = async (): Promise<void> => {
      const text = getEnteredText(field);
      if (text === undefined) return;
      const match = await findResourceByEnteredText(this.node, text, this.options);
      if (getEnteredText(field) !== text) return;
      this.#hint.text(describeMatch(match));
      nameField.trigger('change');
    };
    field.on('change', () => {
      if (!this.#holdsResource()) this.#hint.text('');
      void check().catch(this.#showError);
    });
    void check().catch(this.#showError);
  }

  #dropPickedOfOtherTypes(): void {
    onTypeReplaced(this.fields.rtypeField, () => {
      if (!this.#holdsResource()) return;
      const picked = this.#readPicked();
      const left = picked.filter((one) => {
        const resource = findPickedResource(one);
        return resource === undefined || this.options.accepts(resource);
      });
      if (left.length < picked.length) this.#pick(left);
    });
  }

  async #refreshPicked(): Promise<void> {
    const { field } = this.fields;
    if (toText(field.val()) === '' || !this.#holdsResource()) return;
    const picked = this.#readPicked();
    const bridges = new Set(picked.map(({ configNodeId }) => configNodeId));
    await Promise.all(
      [...bridges]
        .filter((configNodeId) => RED.nodes.node(configNodeId) !== undefined)
        .map(async (configNodeId) => fetchResourceList(configNodeId)),
    );
    this.#storeNames(picked);
    if (!this.#holdsResource()) return;
    const value = toText(field.val());
    const label = findWidget(field).container.find('.lighting-bridge-picked');
    if (value !== '') this.#updateValue(label, value);
    field.trigger('change', ['resource', value]);
  }
}

function findWidget(field: JQuery): { target: JQuery; container: JQuery; button: JQuery } {
  const target = field.next('.red-ui-typedInput-container');
  return {
    target,
    container: target.find('.red-ui-typedInput-value-label'),
    button: target.find('.red-ui-typedInput-option-expand'),
  };
}

function onTypeReplaced(rtypeField: JQuery, onReplaced: () => void): void {
  let before = toText(rtypeField.val());
  rtypeField.on('change', () => {
    const now = toText(rtypeField.val());
    if (now === before) return;
    before = now;
    onReplaced();
  });
}

function onTypeChosen(field: JQuery, type: string, onChosen: () => void): void {
  let previousType = field.typedInput('type');
  field.on('change', () => {
    const currentType = field.typedInput('type');
    const isChosen = currentType !== previousType && currentType === type;
    previousType = currentType;
    if (isChosen) onChosen();
  });
}

/** `str` is an id, a name or `Room/Name`. */
const toTypedInputType = (type: string): string | TypedInputType =>
  type === 'str'
    ? { value: 'str', label: translateShared('target.text'), icon: 'red/images/typedInput/az.svg' }
    : type;

const formatGone = (gone: number, count: number): string =>
  count === 1
    ? translateShared('target.gone')
    : translateShared('target.goneSome', { gone, count });

const formatKind = ({ name, rtype, room }: ResourceListItem): string =>
  getResourceTypeLabel(rtype) + (room === null || room.name === name ? '' : ` · ${room.name}`);

function showPart(
  label: JQuery,
  className: string,
  isShown: boolean,
  fill: (part: JQuery) => void,
): void {
  const existing = label.find(`.${className}`);
  if (!isShown) existing.remove();
  else fill(existing.length > 0 ? existing : $('<span>').addClass(className).appendTo(label));
}
