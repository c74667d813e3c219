import { settingOf } from './settings-in-form';

/** What Node-RED's list of configuration nodes holds while none is chosen. */
export const addsBridge = '_ADD_';

/** True for the id of a config node, false while none is chosen. */
export const isChosen = (bridge: string): boolean => bridge !== '' && bridge !== addsBridge;

/** Id of the bridge of a node; undefined while none is chosen. */
export function chosenBridge(node: EditorNode): string | undefined {
  const bridge = settingOf(node, 'bridge');
  return isChosen(bridge) ? bridge : undefined;
}
