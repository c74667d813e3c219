import { isPickableId, splitIds } from '../../resources/values/identifiers';
import {
  getChosenConfigNodeId,
  getDialogForm,
  takesBridgeFromMessage,
  toText,
} from '../fields/setting-fields';
import { targetInputTypes } from '../fields/typed-input-types';
import { translateProblem } from '../labels/translate-problem';
import { translateShared } from '../labels/translate';
import { toErrorMessage } from '../routes/admin-route-client';
import { describeMatch, findResourceByEnteredText, getEnteredText } from './entered-target';
import { findBridgeOfText, listBridges } from './flow-bridges';
import {
  findPickedResource,
  formatPickedNames,
  readPickedIds,
  setBridgesOfPickedResources,
} from './picked-ids';
import { refreshPickedResourceElements, renderPickedResource } from './picked-resource';
import { fetchResourceList } from './resource-list';
import { openResourcePicker } from './resource-picker';
import type { ResourceListItem } from '../routes/admin-route-client';
import type { EnteredTargetRules } from './entered-target';
import type { PickedId } from './picked-ids';

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
export class ResourceInput {
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
        renderPickedResource(container, rid, {
          node: this.node,
          storedName: toText(this.fields.nameField.val()),
          placeholder: this.#getPlaceholder(),
          onClear: () => this.#pick([]),
        });
        container.off('click.lightingBridge').on('click.lightingBridge', openPicker);
      },
      expand: openPicker,
    };
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
    const { field, nameField } = this.fields;
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
    const storedName = toText(nameField.val());
    refreshPickedResourceElements(findWidget(field).container, value, {
      node: this.node,
      storedName,
    });
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
