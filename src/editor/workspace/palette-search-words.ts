import { findText, translateShared } from '../labels/translate';

/**
 * The search reads the type and `data-palette-label` of each node (Node-RED: palette.js, refreshFilter); the palette
 * looks the same.
 */
export function addPaletteSearchWords(): void {
  RED.events.on('registry:node-type-added', (type: string) => {
    const words = findText(translateShared, `paletteWords.${type}`);
    if (words === undefined) return;
    $(`.red-ui-palette-node[data-palette-type="${CSS.escape(type)}"]`).attr(
      'data-palette-label',
      (_, label) => `${label} ${words}`,
    );
  });
}
