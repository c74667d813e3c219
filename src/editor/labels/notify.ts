import { createElement } from '../../drawing/element';

/** Shows plain text for some seconds. */
export const notify = (text: string, type: 'success' | 'warning' | 'error'): void =>
  RED.notify(createElement('p', {}, text), { type });

/** The button says that it was copied. */
export const copyText = (text: string, button: JQuery): void =>
  RED.clipboard.copyText(text, button, '@lighting-bridge/node-red/editor:example.copied');
