import { trackUnconfirmedNodes } from './fields/placed-nodes';
import { addHomeTab } from './home/home-tab';
import { addImportAction } from './import/import-tray';
import * as api from './index';
import {
  connectImportsToBridge,
  connectNewNodesToBridge,
} from './workspace/connect-nodes-to-bridge';
import { addCopyButtons, openDocumentationLinks } from './workspace/help-sidebar';
import { findText, translateShared } from './labels/translate';
import { translateImportedExamples } from './workspace/translate-imported-examples';

window.lightingBridge = api;
addPaletteSearchWords();
addImportAction();
addCopyButtons();
openDocumentationLinks();
connectImportsToBridge();
translateImportedExamples();
connectNewNodesToBridge();
trackUnconfirmedNodes();
addHomeTab();

/**
 * The search reads the type and `data-palette-label` of each node (Node-RED: palette.js, refreshFilter); the palette
 * looks the same.
 */
function addPaletteSearchWords(): void {
  RED.events.on('registry:node-type-added', (type: string) => {
    const words = findText(translateShared, `paletteWords.${type}`);
    if (words === undefined) return;
    $(`.red-ui-palette-node[data-palette-type="${CSS.escape(type)}"]`).attr(
      'data-palette-label',
      (_, label) => `${label} ${words}`,
    );
  });
}
