import { roomArchetypes } from 'lighting-bridge:table';
import { buttonEvents, buttonOutputs, listed, usualButtons } from '../vocabulary/button-outputs';
import { prepareCheckList } from './check-list';
import { prepareChoiceOrText } from './choice-or-text';
import { prepareConnection } from './bridge-config/connection';
import { pickedDevices, prepareDevices } from './devices';
import { prepareFieldTable } from './field-table';
import { prepareForm } from './form';
import { labels } from './labels';
import { prepareOperations } from './operations';
import { setOutputs } from './outputs';
import { knownResources } from './resource-list';
import { placedRows, prepareSelectRows } from './select-rows';
import { prepareResourceOrText } from './resource-input';
import { fieldOf, settingOf } from './settings-in-form';
import { sharedText, texts } from './texts';
import { isOfChosenType, prepareTypes } from './type-select';
import { commandTypes, numberTypes, valueTypes, watchTypes } from './value-types';
import { prepareWeekEditor } from './smart-scene/week-editor';
import { validateSmartScene } from './smart-scene/complete-week';
import * as settings from './common-settings';
import * as validate from './validators';

/** Everything that the dialogs of the nodes share. */
const plugin = {
  roomArchetypes,
  texts,
  sharedText,
  prepareForm,
  fieldOf,
  settingOf,
  prepareTypes,
  isOfChosenType,
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
  numberTypes,
  watchTypes,
  valueTypes,
  labels,
  settings,
  validate,
  validateSmartScene,
};

export type { ConnectionDialog } from './bridge-config/connection';
export type EditorPlugin = typeof plugin;

window.lightingBridge = plugin;
