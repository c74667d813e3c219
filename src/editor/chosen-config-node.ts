import { getSettingValue } from './setting-fields';

/** Value of Node-RED's config node select while no config node is chosen. */
export const addConfigNodeValue = '_ADD_';

/** True for the id of a config node, false while none is chosen. */
export const isConfigNodeChosen = (configNodeId: string): boolean =>
  configNodeId !== '' && configNodeId !== addConfigNodeValue;

/** Id of the chosen config node; undefined while none is chosen. */
export function getChosenConfigNodeId(node: EditorNode): string | undefined {
  const configNodeId = getSettingValue(node, 'bridge');
  return isConfigNodeChosen(configNodeId) ? configNodeId : undefined;
}
