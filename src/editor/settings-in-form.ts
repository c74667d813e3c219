const formData = 'lightingBridgeNode';

const isConfig = (node: EditorNode): boolean => node._def.category === 'config';

/** The element of a setting in a dialog; empty when the dialog does not show it. */
export const fieldOf = (node: EditorNode, setting: string): JQuery =>
  $(`#${isConfig(node) ? 'node-config-input' : 'node-input'}-${setting}`);

/** The form of the dialog in which a node is being edited. */
export const formOf = (node: EditorNode): JQuery =>
  $(isConfig(node) ? '#node-config-dialog-edit-form' : '#dialog-form');

/** Notes which node a form belongs to, so that no other node's validators read it. */
export const claimForm = (node: EditorNode): void => {
  formOf(node).addClass('lighting-bridge-form').data(formData, node);
};

const isOpen = (node: EditorNode): boolean => formOf(node).data(formData) === node;

/**
 * Value of a setting as text: what the open form shows, else what is saved.
 *
 * @param node node that is validated or edited
 * @param setting name of the setting
 */
export function settingOf(node: EditorNode, setting: string): string {
  if (isOpen(node)) {
    const field = fieldOf(node, setting);
    if (field.length > 0) {
      return field.is(':checkbox') ? String(field.prop('checked')) : asText(field.val());
    }
  }
  return asText(Object.entries(node).find(([name]) => name === setting)?.[1]);
}

/** A saved or typed value as text; nothing for what is missing or not plain. */
export function asText(value: unknown): string {
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
 * Tells whether a condition such as `operation=create update` holds; `message` stands for a setting
 * that is left to the message.
 *
 * @param node node that is validated or edited
 * @param condition pairs of setting and allowed values, separated by `;`; several such conditions, of which one is
 *   to hold, are separated by `|`
 */
export const applies = (node: EditorNode, condition: string): boolean =>
  condition.split('|').some((all) => all.split(';').every((part) => holds(node, part)));

function holds(node: EditorNode, part: string): boolean {
  const [setting = '', values = ''] = part.split('=');
  return values.split(' ').includes(settingOf(node, setting.trim()) || 'message');
}
