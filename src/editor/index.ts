/** What the dialogs of the nodes share; they reach it as `lightingBridge`. */
export { defaultButtons, defaultEvent } from '../vocabulary/button/button-outputs';
export * as commandChecks from './command/dialog-command-checks';
export { prepareLightCommandBuilder } from './command/light-command-builder';
export { createSettings } from './common-settings';
export { prepareConnectionDialog } from './dialogs/bridge-config/connection-dialog';
export { prepareButtonDialog, readButtonRules } from './dialogs/button-dialog';
export { getButtonPortLabel } from './dialogs/button-outputs';
export { prepareDaylightPreview } from './dialogs/daylight-preview';
export { listPollOutputs, preparePollDialog } from './dialogs/poll-dialog';
export { prepareRoomDialog, readRoomDevices } from './dialogs/room-dialog';
export { listSensorOutputs, prepareSensorDialog } from './dialogs/sensor-dialog';
export { smartSceneCommandValidator } from './dialogs/smart-scene/smart-scene-command-validator';
export { prepareSmartSceneDialog } from './dialogs/smart-scene/smart-scene-dialog';
export { prepareSecondOutputField } from './fields/output-ports';
export { getSettingField, getSettingValue } from './fields/setting-fields';
export { watchedTargetInputTypes } from './fields/typed-input-types';
export { prepareForm } from './form/prepare-form';
export * as validators from './form/validators';
export { prepareImportButton } from './import/import-action';
export { prepareBodyFieldTable } from './inputs/body-field-table';
export { prepareChoiceOrTextInput } from './inputs/choice-or-text-input';
export { prepareOperationSelect } from './inputs/operation-select';
export {
  createChosenTypeFilter,
  createChosenTypeResolver,
  prepareResourceTypeSelect,
} from './inputs/resource-type-select';
export { prepareUnknownScenesHint } from './inputs/scene-names-hint';
export { createNodeLabels as labels } from './labels/node-labels';
export { createTranslator } from './labels/translate';
export { getBridgesOfPickedResources } from './picker/picked-ids';
export { targetRules } from './picker/target-input';
