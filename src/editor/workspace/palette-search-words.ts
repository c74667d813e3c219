import { findText, translateShared } from '../labels/translate';

/**
 * Lets the palette search find the nodes by other words. The search reads the type and the
 * attribute `data-palette-label` of each node (Node-RED: palette.js, refreshFilter); the shown
 * palette does not change.
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
