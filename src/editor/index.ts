import { roomArchetypes } from 'lighting-bridge:table';
import { buttonEventNames } from '../resources/button-events';
import { defaultButtons, listButtonOutputs, splitCommaList } from '../vocabulary/button-outputs';
import {
  resolveAutomationTarget,
  resolveButtonTarget,
  resolveGroupTarget,
  resolveRecallTarget,
  resolveSceneTarget,
  resolveSmartSceneTarget,
  resolveSpeakerTarget,
  selectGroupResolver,
} from '../vocabulary/lookup/target-resolvers';
import * as devicePresses from './button/device-presses';
import * as commandChecks from './command/dialog-command-checks';
import { prepareLightCommandBuilder } from './command/light-command-builder';
import { prepareCheckboxList } from './inputs/checkbox-list';
import { prepareChoiceOrTextInput } from './inputs/choice-or-text-input';
import { prepareConnectionDialog } from './bridge-config/connection-dialog';
import { getResourceTypeLabel } from './picker/resource-tree';
import { lightTargetTypes } from './picker/light-target-types';
import { getPickedBridges } from './picker/picked-ids';
import { getPickedDeviceIds, prepareDevicePicker } from './picker/device-picker';
import { prepareBodyFieldTable } from './inputs/body-field-table';
import { prepareDaylightPreview } from './daylight/daylight-preview';
import { prepareForm } from './form/prepare-form';
import { createNodeLabels } from './labels/node-labels';
import { prepareOperationSelect } from './inputs/operation-select';
import { prepareSecondOutputField, storeOutputPorts } from './fields/output-ports';
import { getCachedResources } from './picker/resource-list';
import { listYesNoOutputs, prepareYesNoInputs } from './inputs/yes-no-inputs';
import { listSensorOutputs, prepareSensorDialog } from './sensor/sensor-dialog';
import {
  addSelectRow,
  getSelectRows,
  refreshRowChoices,
  prepareSelectRowList,
} from './inputs/select-row-list';
import { prepareSceneNamesHint } from './inputs/scene-names-hint';
import { findTargetResource, prepareResourceOrTextInput } from './picker/resource-input';
import { getSettingField, getSettingValue } from './fields/setting-fields';
import { describeTypeValue } from './inputs/compared-value-type';
import { showOfferedOptions } from './inputs/offered-options';
import { translateShared, createTranslator } from './labels/translate';
import {
  createChosenTypeResolver,
  createResourceTypeFilter,
  prepareResourceTypeSelect,
} from './inputs/resource-type-select';
import {
  commandInputTypes,
  numberInputTypes,
  dynamicInputTypes,
  watchTargetInputTypes,
} from './fields/typed-input-types';
import { prepareWeekEditor } from './smart-scene/week-editor';
import { smartSceneValidator } from './smart-scene/smart-scene-validator';
import { addCopyButtons } from './workspace/copy-example';
import { connectImportsToBridge } from './workspace/imported-bridge';
import { addPaletteSearchWords } from './workspace/palette-search-words';
import * as settings from './common-settings';
import * as validators from './validation/validators';

/** API of the editor plugin: everything that the dialogs of the nodes share. */
const plugin = {
  roomArchetypes,
  createTranslator,
  translateShared,
  prepareForm,
  commandChecks,
  prepareLightCommandBuilder,
  prepareDaylightPreview,
  getSettingField,
  getSettingValue,
  prepareResourceTypeSelect,
  createResourceTypeFilter,
  createChosenTypeResolver,
  resolveAutomationTarget,
  resolveButtonTarget,
  resolveGroupTarget,
  lightTargetTypes,
  resolveRecallTarget,
  resolveSceneTarget,
  resolveSmartSceneTarget,
  resolveSpeakerTarget,
  selectGroupResolver,
  prepareOperationSelect,
  prepareBodyFieldTable,
  prepareDevicePicker,
  prepareWeekEditor,
  getPickedBridges,
  getPickedDeviceIds,
  prepareConnectionDialog,
  prepareChoiceOrTextInput,
  prepareResourceOrTextInput,
  prepareCheckboxList,
  prepareSelectRowList,
  addSelectRow,
  refreshRowChoices,
  prepareSceneNamesHint,
  getResourceTypeLabel,
  prepareYesNoInputs,
  describeTypeValue,
  showOfferedOptions,
  findTargetResource,
  listYesNoOutputs,
  listSensorOutputs,
  prepareSensorDialog,
  getSelectRows,
  storeOutputPorts,
  prepareSecondOutputField,
  getCachedResources,
  buttonEventNames,
  listButtonOutputs,
  devicePresses,
  splitCommaList,
  defaultButtons,
  commandInputTypes,
  numberInputTypes,
  watchTargetInputTypes,
  dynamicInputTypes,
  labels: createNodeLabels,
  settings,
  validators,
  smartSceneValidator,
};

export type { ButtonListItem } from '../runtime/routes/route-responses';
export type { ComparedValueType } from './inputs/compared-value-type';
export type { CheckboxList } from './inputs/checkbox-list';
export type { ConnectionDialog } from './bridge-config/connection-dialog';
export type EditorPlugin = typeof plugin;

window.lightingBridge = plugin;
addPaletteSearchWords();
addCopyButtons();
connectImportsToBridge();
