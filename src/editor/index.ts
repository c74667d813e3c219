import { defaultButtons, defaultEvent } from '../vocabulary/button/button-outputs';
import {
  resolveAutomationTarget,
  resolveSceneTarget,
  resolveSpeakerTarget,
} from '../vocabulary/lookup/target-resolvers';
import * as commandChecks from './command/dialog-command-checks';
import { prepareLightCommandBuilder } from './command/light-command-builder';
import { prepareChoiceOrTextInput } from './inputs/choice-or-text-input';
import { prepareConnectionDialog } from './dialogs/bridge-config/connection-dialog';
import { getResourceTypeLabel } from './labels/resource-type-label';
import { lightTargetTypes } from './picker/target-input';
import { getBridgesOfPickedResources } from './picker/picked-ids';
import { prepareBodyFieldTable } from './inputs/body-field-table';
import { prepareDaylightPreview } from './dialogs/daylight-preview';
import { prepareForm } from './form/prepare-form';
import { createNodeLabels } from './labels/node-labels';
import { prepareOperationSelect } from './inputs/operation-select';
import { prepareSecondOutputField } from './fields/output-ports';
import { listSensorOutputs, prepareSensorDialog } from './dialogs/sensor-dialog';
import { prepareUnknownScenesHint } from './inputs/scene-names-hint';
import { getSettingField, getSettingValue } from './fields/setting-fields';
import { createTranslator } from './labels/translate';
import {
  createChosenTypeResolver,
  createChosenTypeFilter,
  prepareResourceTypeSelect,
} from './inputs/resource-type-select';
import { watchedTargetInputTypes } from './fields/typed-input-types';
import { smartSceneCommandValidator } from './dialogs/smart-scene/smart-scene-command-validator';
import { addImportAction, prepareImportButton } from './import/import-action';
import { addHomeTab } from './home/home-tab';
import { addCopyButtons } from './workspace/copy-example';
import {
  connectImportsToBridge,
  connectNewNodesToBridge,
} from './workspace/connect-nodes-to-bridge';
import { openDocumentationLinks } from './workspace/documentation-pages';
import { translateImportedExamples } from './workspace/translate-imported-examples';
import { trackUnconfirmedNodes } from './fields/placed-nodes';
import { addPaletteSearchWords } from './workspace/palette-search-words';
import { createSettings } from './common-settings';
import * as validators from './form/validators';
import { getButtonPortLabel } from './dialogs/button-outputs';
import { prepareButtonDialog, readButtonRules } from './dialogs/button-dialog';
import { listPollOutputs, preparePollDialog } from './dialogs/poll-dialog';
import { prepareRoomDialog, readRoomDevices } from './dialogs/room-dialog';
import { prepareSmartSceneDialog } from './dialogs/smart-scene/smart-scene-dialog';

/** API of the editor plugin: everything that the dialogs of the nodes share. */
const plugin = {
  createTranslator,
  prepareForm,
  commandChecks,
  prepareLightCommandBuilder,
  prepareDaylightPreview,
  getSettingField,
  getSettingValue,
  prepareResourceTypeSelect,
  createChosenTypeFilter,
  createChosenTypeResolver,
  resolveAutomationTarget,
  lightTargetTypes,
  resolveSceneTarget,
  resolveSpeakerTarget,
  prepareOperationSelect,
  prepareBodyFieldTable,
  getBridgesOfPickedResources,
  prepareConnectionDialog,
  prepareImportButton,
  prepareChoiceOrTextInput,
  prepareUnknownScenesHint,
  getResourceTypeLabel,
  listSensorOutputs,
  prepareSensorDialog,
  preparePollDialog,
  listPollOutputs,
  prepareButtonDialog,
  getButtonPortLabel,
  readButtonRules,
  prepareSmartSceneDialog,
  prepareRoomDialog,
  readRoomDevices,
  prepareSecondOutputField,
  defaultButtons,
  defaultEvent,
  watchedTargetInputTypes,
  labels: createNodeLabels,
  createSettings,
  validators,
  smartSceneCommandValidator,
};

export type EditorPluginApi = typeof plugin;

window.lightingBridge = plugin;
addPaletteSearchWords();
addImportAction();
addCopyButtons();
openDocumentationLinks();
connectImportsToBridge();
translateImportedExamples();
connectNewNodesToBridge();
trackUnconfirmedNodes();
addHomeTab();
