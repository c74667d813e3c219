import { idPattern } from '../resources/id-pattern';
import { showPicked } from './picked-resource';
import { openPicker } from './resource-picker';
import { knownResources, listResources } from './resource-list';
import { chosenBridge } from './chosen-bridge';
import { reasonOf } from './reason-of';
import { resourceNamed } from './resource-by-name';
import { asText, fieldOf } from './settings-in-form';
import { sharedText } from './texts';
import { targetTypes } from './value-types';
import type { ListedResource } from './bridge-routes';

/** Which resources are on offer, and what else may be given. */
export interface TargetOptions {
  /** Which resources may be picked. */
  accepts: (resource: ListedResource) => boolean;
  /** Shown while nothing is picked; by default that the message tells the target. */
  nothing?: string;
  /** Other kinds of value on offer; by default all that a target can be. */
  types?: readonly string[];
}

/** Where a picked resource is kept. */
interface ResourceInput {
  /** Becomes the typed input; holds the id. */
  field: JQuery;
  /** Kind of value while there is no `typeField`. */
  kind?: 'resource' | 'str';
  typeField?: JQuery;
  /** Name under which it was picked; empty where that is not kept. */
  nameField: JQuery;
}

/** Makes the target of a node a resource of the bridge, or another kind of value; the name goes to `targetName`. */
export const prepareTarget = (node: EditorNode, options: TargetOptions): void =>
  prepareResource(node, options, {
    field: fieldOf(node, 'target'),
    typeField: fieldOf(node, 'targetType'),
    nameField: fieldOf(node, 'targetName'),
  });

/**
 * Makes a setting that holds an id or a name a resource of the bridge, or a text.
 *
 * @param chooser element that becomes the typed input
 * @param stored element that stores the setting
 */
export function prepareResourceOrText(
  node: EditorNode,
  options: Required<Omit<TargetOptions, 'types'>>,
  { chooser, stored }: { chooser: JQuery; stored: JQuery },
): void {
  const saved = asText(stored.val());
  chooser.val(saved);
  const kind = saved === '' || idPattern.test(saved) ? 'resource' : 'str';
  prepareResource(node, { ...options, types: ['str'] }, { field: chooser, kind, nameField: $() });
  chooser.on('change', () => stored.val(asText(chooser.val())).trigger('change'));
}

/**
 * Turns a field into a typed input whose first kind is a resource picked from the bridge.
 * Ids are stored, names are shown.
 */
function prepareResource(node: EditorNode, options: TargetOptions, input: ResourceInput): void {
  const { field, nameField, typeField, kind = 'resource' } = input;
  const { nothing = sharedText('target.fromMessage'), types = targetTypes } = options;
  const hint = $('<div class="lighting-bridge-hint" role="status">').insertAfter(
    field.closest('.form-row'),
  );

  const pick = (resource: ListedResource | undefined): void => {
    nameField.val(resource?.name ?? '');
    field.typedInput('value', resource?.rid ?? '');
    nameField.trigger('change');
    hint.text('');
  };
  const resourceType: TypedInputType = {
    value: 'resource',
    label: sharedText('target.resource'),
    icon: 'fa fa-list-ul',
    valueLabel(container, rid) {
      showPicked(container, rid, {
        node,
        name: asText(nameField.val()),
        nothing,
        clear: () => pick(undefined),
      });
      container.off('click.lightingBridge').on('click.lightingBridge', open);
    },
    expand: open,
  };

  function open(): void {
    const bridge = chosenBridge(node);
    const target = field.next('.red-ui-typedInput-container');
    const button = target.find('.red-ui-typedInput-option-expand');
    if (bridge === undefined) {
      hint.text(sharedText('target.noBridge'));
      return;
    }
    openPicker({
      target,
      bridge,
      label: sharedText('target.pick'),
      accepts: options.accepts,
      picked: [asText(field.val())],
      many: false,
      onPick: ([resource]) => pick(resource),
      onClose: () => button.trigger('focus'),
    });
  }

  field.typedInput({
    default: kind,
    types: [resourceType, ...types.map(kindOfValue)],
    ...(typeField === undefined ? {} : { typeField }),
  });
  const say = (error: unknown): void => {
    hint.text(sharedText('target.unchecked', { reason: reasonOf(error) }));
  };
  const takeNamed = async (text: string): Promise<void> => {
    pick(undefined);
    const resource = await findNamed(node, text, options);
    const isStillOpen = field.typedInput('type') === 'resource' && asText(field.val()) === '';
    if (resource !== undefined && isStillOpen) pick(resource);
  };
  whenChosen(field, 'resource', () => {
    const text = asText(field.val());
    if (text !== '' && !idPattern.test(text)) void takeNamed(text).catch(say);
  });
  void checkPicked(node, input).catch(say);
}

/** Calls back when another kind of value gives way to this one. */
function whenChosen(field: JQuery, kind: string, act: () => void): void {
  let before = field.typedInput('type');
  field.on('change', () => {
    const now = field.typedInput('type');
    const chosen = now !== before && now === kind;
    before = now;
    if (chosen) act();
  });
}

/** `str` stands for an id, a name or `Room/Name`; the others are Node-RED's own. */
const kindOfValue = (type: string): string | TypedInputType =>
  type === 'str'
    ? { value: 'str', label: sharedText('target.text'), icon: 'red/images/typedInput/az.svg' }
    : type;

/** Looks once whether the picked resource still exists, and what it is called now. */
async function checkPicked(node: EditorNode, { field, nameField }: ResourceInput): Promise<void> {
  const bridge = chosenBridge(node);
  const rid = asText(field.val());
  if (rid === '' || bridge === undefined) return;
  if (field.typedInput('type') !== 'resource') return;
  const resource = (await listResources(bridge)).find((one) => one.rid === rid);
  if (resource !== undefined) nameField.val(resource.name);
  if (field.typedInput('type') === 'resource') field.typedInput('value', asText(field.val()));
}

/** The resource on offer that a text names, once the bridge has told what it holds. */
async function findNamed(
  node: EditorNode,
  text: string,
  { accepts }: TargetOptions,
): Promise<ListedResource | undefined> {
  const bridge = chosenBridge(node);
  if (bridge === undefined) return undefined;
  const resources = knownResources(bridge) ?? (await listResources(bridge));
  return resourceNamed(resources.filter(accepts), text);
}
