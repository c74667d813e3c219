import { getNestedMember } from '../../resources/members';

const editedNodeDataKey = 'lightingBridgeNode';

const isConfigNode = (node: EditorNode): boolean => node._def.category === 'config';

/** Returns an empty set without such a field. */
export const getSettingField = (node: EditorNode, setting: string): JQuery =>
  $(`#${isConfigNode(node) ? 'node-config-input' : 'node-input'}-${setting}`);

export const getDialogForm = (node: EditorNode): JQuery =>
  $(isConfigNode(node) ? '#node-config-dialog-edit-form' : '#dialog-form');

/** Validators of other nodes must not read the form. */
export const storeEditedNodeInForm = (node: EditorNode): void => {
  getDialogForm(node).addClass('lighting-bridge-form').data(editedNodeDataKey, node);
};

export const isDialogOpen = (node: EditorNode): boolean =>
  getDialogForm(node).data(editedNodeDataKey) === node;

/** Reads the open form, otherwise the saved value. */
export function getSettingValue(node: EditorNode, setting: string): string {
  if (isDialogOpen(node)) {
    const field = getSettingField(node, setting);
    if (field.length > 0) {
      return field.is(':checkbox') ? String(field.prop('checked')) : toText(field.val());
    }
  }
  return toText(getNestedMember(node, setting));
}

/** Returns an empty text for other types than string, number and boolean. */
export function toText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return '';
  }
}

/**
 * Evaluates a condition such as `operation=create update`. `message` matches an empty setting, whose value comes from
 * the message.
 *
 * @param condition clauses `<setting>=<values>` or `<setting>!=<values>`; `;` means and, `|` means or
 */
export const isSettingConditionMet = (node: EditorNode, condition: string): boolean =>
  condition
    .split('|')
    .some((clauses) => clauses.split(';').every((clause) => isClauseMet(node, clause)));

function isClauseMet(node: EditorNode, clause: string): boolean {
  const [, setting = '', negation, values = ''] = /^([^!=]*)(!?)=(.*)$/.exec(clause) ?? [];
  const isAmong = values.split(' ').includes(getSettingValue(node, setting.trim()) || 'message');
  return isAmong !== (negation === '!');
}

/** Node-RED's value for no config node. */
export const addConfigNodeValue = '_ADD_';

export const isConfigNodeChosen = (configNodeId: string): boolean =>
  configNodeId !== '' && configNodeId !== addConfigNodeValue;

export const takesBridgeFromMessage = (node: EditorNode): boolean =>
  getSettingValue(node, 'bridgeFromMessage') === 'true';

/** Returns undefined also if messages name the bridge. */
export function getChosenConfigNodeId(node: EditorNode): string | undefined {
  if (takesBridgeFromMessage(node)) return undefined;
  const configNodeId = getSettingValue(node, 'bridge');
  return isConfigNodeChosen(configNodeId) ? configNodeId : undefined;
}

/** Types of a typed input whose value is evaluated when a message arrives. */
export const dynamicInputTypes: readonly string[] = ['msg', 'flow', 'global', 'env', 'jsonata'];
