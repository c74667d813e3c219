import type { Page } from 'playwright-core';

/** Nodes that the editor takes for changed since the last deploy, such as `bridge-light 1a2b`. */
export const changedNodes = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const changed = [];
    const look = (node) => { if (node.changed) changed.push(node.type + ' ' + node.id); };
    RED.nodes.eachNode(look);
    RED.nodes.eachConfig(look);
    return changed;
  })()`);

/** Ids of the fields of the open dialog that the editor marks as wrong, with what they hold. */
export const wrongFields = (page: Page): Promise<unknown> =>
  page.evaluate(
    `[...document.querySelectorAll('.red-ui-tray .input-error')]
      .map((field) => (field.id || field.className) + ' = ' + (field.value ?? ''))`,
  );

/** Labels of the tabs above the canvas. */
export const tabLabels = (page: Page): Promise<unknown> =>
  page.evaluate(
    `[...document.querySelectorAll('#red-ui-workspace-tabs .red-ui-tab-label')]
      .map((label) => label.textContent.trim())`,
  );
