import { translateShared } from '../labels/translate';

/**
 * Lets the search of the palette find the nodes by other words for what they do. It looks in the type and in the
 * attribute `data-palette-label` of each node (Node-RED: palette.js, refreshFilter); what the palette shows stays.
 */
export function addPaletteSearchWords(): void {
  RED.events.on('registry:node-type-added', (type: string) => {
    const key = `paletteWords.${type}`;
    const words = translateShared(key);
    if (words.endsWith(key)) return;
    $(`.red-ui-palette-node[data-palette-type="${CSS.escape(type)}"]`).attr(
      'data-palette-label',
      (_, label) => `${label} ${words}`,
    );
  });
}
