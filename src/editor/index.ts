import { roomArchetypes } from 'lighting-bridge:table';
import { buttonEvents, buttonOutputs, listed, usualButtons } from '../vocabulary/button-outputs';
import { prepareCheckList } from './check-list';
import { prepareChoiceOrText } from './choice-or-text';
import { prepareConnection } from './bridge-config/connection';
import { pickedDevices, prepareDevices } from './devices';
import { prepareFieldTable } from './field-table';
import { prepareForm } from './form';
import { labelOf, labelStyleOf } from './labels';
import { prepareOperations } from './operations';
import { setOutputs } from './outputs';
import { knownResources } from './resource-list';
import { placedRows, prepareSelectRows } from './select-rows';
import { prepareResourceOrText } from './resource-input';
import { fieldOf, settingOf } from './settings-in-form';
import { sharedText, texts } from './texts';
import { fillTypes } from './type-select';
import { commandTypes, targetTypes, valueTypes } from './value-types';
import { prepareWeekEditor } from './smart-scene/week-editor';
import { validateSmartScene } from './smart-scene/complete-week';
import * as validate from './validators';

/** Everything that the dialogs of the nodes share. */
const plugin = {
  roomArchetypes,
  texts,
  sharedText,
  prepareForm,
  fieldOf,
  settingOf,
  fillTypes,
  prepareOperations,
  prepareFieldTable,
  prepareDevices,
  prepareWeekEditor,
  pickedDevices,
  prepareConnection,
  prepareChoiceOrText,
  prepareResourceOrText,
  prepareCheckList,
  prepareSelectRows,
  placedRows,
  setOutputs,
  knownResources,
  buttonEvents,
  buttonOutputs,
  listed,
  usualButtons,
  commandTypes,
  targetTypes,
  valueTypes,
  labelOf,
  labelStyleOf,
  validate,
  validateSmartScene,
};

export type { ConnectionDialog } from './bridge-config/connection';
export type EditorPlugin = typeof plugin;

window.lightingBridge = plugin;
