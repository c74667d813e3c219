import { createElement } from '../../drawing/element';

/** Shows a text above the flows for some seconds. Markup in the text, such as in a name, is not interpreted. */
export const notify = (text: string, type: 'success' | 'warning' | 'error'): void =>
  RED.notify(createElement('p', {}, text), { type });

/** Copies a text; the button says that it was copied. */
export const copyText = (text: string, button: JQuery): void =>
  RED.clipboard.copyText(text, button, '@lighting-bridge/node-red/editor:example.copied');
