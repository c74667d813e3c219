import { openPicker } from './resource-picker';
import { knownResources, listResources } from './resource-list';
import { kindOf } from './resource-tree';
import { fieldOf, settingOf } from './settings-in-form';
import { sharedText } from './texts';
import type { ListedResource } from './bridge-routes';

/** How the target of a node is chosen. */
export interface TargetOptions {
  /** Which resources may be picked. */
  accepts: (resource: ListedResource) => boolean;
  /** Shown while nothing is picked. */
  nothing: string;
  /** Other kinds of value on offer. */
  types: readonly string[];
}

const setting = 'target';
const nameSetting = 'targetName';

/**
 * Turns the target field into a typed input whose first kind is a resource picked from the bridge.
 * Ids are stored, names are shown; the name goes to `targetName`.
 */
export function prepareTarget(node: EditorNode, options: TargetOptions): void {
  const field = fieldOf(node, setting);
  const nameField = fieldOf(node, nameSetting);
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
      showPicked(container, rid, node, options, pick);
      container.off('click.lightingBridge').on('click.lightingBridge', open);
    },
    expand: open,
  };

  function open(): void {
    const bridge = settingOf(node, 'bridge');
    const target = field.next('.red-ui-typedInput-container');
    const button = target.find('.red-ui-typedInput-option-expand');
    if (bridge === '' || bridge === '_ADD_') {
      hint.text(sharedText('target.noBridge'));
      return;
    }
    openPicker({
      target,
      bridge,
      label: sharedText('target.pick'),
      accepts: options.accepts,
      picked: [settingOf(node, setting)],
      many: false,
      onPick: ([resource]) => pick(resource),
      onClose: () => button.trigger('focus'),
    });
  }

  field.typedInput({
    default: 'resource',
    types: [resourceType, ...options.types.map(kindOfValue)],
    typeField: fieldOf(node, 'targetType'),
  });
  void checkPicked(node, hint);
}

/** `str` stands for an id, a name or `Room/Name`; the others are Node-RED's own. */
const kindOfValue = (type: string): string | TypedInputType =>
  type === 'str'
    ? { value: 'str', label: sharedText('target.text'), icon: 'red/images/typedInput/az.svg' }
    : type;

/** Draws the picked resource: its name, its kind, and a mark when the bridge no longer has it. */
function showPicked(
  container: JQuery,
  rid: string,
  node: EditorNode,
  options: TargetOptions,
  pick: (resource: undefined) => void,
): void {
  const label = $('<span class="lighting-bridge-picked">').appendTo(container.empty());
  if (rid === '') {
    label.addClass('lighting-bridge-picked-nothing').text(options.nothing);
    return;
  }
  const known = knownResources(settingOf(node, 'bridge'));
  const resource = known?.find((one) => one.rid === rid);
  const name = resource?.name ?? settingOf(node, nameSetting);
  $('<span class="lighting-bridge-picked-name">')
    .text(name === '' ? rid : name)
    .appendTo(label);
  if (resource !== undefined) {
    const room = resource.room === null ? '' : ` · ${resource.room.name}`;
    $('<span class="lighting-bridge-picked-kind">')
      .text(kindOf(resource.rtype) + room)
      .appendTo(label);
  } else if (known !== undefined) {
    $('<span class="lighting-bridge-picked-gone">')
      .append('<i class="fa fa-exclamation-triangle" aria-hidden="true"></i> ')
      .append(document.createTextNode(sharedText('target.gone')))
      .appendTo(label);
  }
  $('<button type="button" class="lighting-bridge-clear">')
    .attr({ 'aria-label': sharedText('target.clear'), title: sharedText('target.clear') })
    .append('<i class="fa fa-times" aria-hidden="true"></i>')
    .on('click', (event) => {
      event.stopPropagation();
      pick(undefined);
    })
    .appendTo(container);
}

/** Looks once whether the picked resource still exists, and what it is called now. */
async function checkPicked(node: EditorNode, hint: JQuery): Promise<void> {
  const bridge = settingOf(node, 'bridge');
  const rid = settingOf(node, setting);
  if (rid === '' || bridge === '' || bridge === '_ADD_') return;
  if (settingOf(node, 'targetType') !== 'resource') return;
  try {
    const resource = (await listResources(bridge)).find((one) => one.rid === rid);
    if (resource !== undefined) fieldOf(node, nameSetting).val(resource.name);
    const field = fieldOf(node, setting);
    if (field.typedInput('type') === 'resource') {
      field.typedInput('value', settingOf(node, setting));
    }
  } catch (error) {
    hint.text(
      sharedText('target.unchecked', {
        reason: error instanceof Error ? error.message : String(error),
      }),
    );
  }
}
