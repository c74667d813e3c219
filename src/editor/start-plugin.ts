import { trackUnconfirmedNodes } from './fields/placed-nodes';
import { addHomeTab } from './home/home-tab';
import { addImportAction } from './import/import-tray';
import * as api from './index';
import {
  connectImportsToBridge,
  connectNewNodesToBridge,
} from './workspace/connect-nodes-to-bridge';
import { addCopyButtons, openDocumentationLinks } from './workspace/help-sidebar';
import { addPaletteSearchWords } from './workspace/palette-search-words';
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
