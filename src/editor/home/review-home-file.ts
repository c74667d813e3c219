import { createElement } from '../../drawing/element';
import { notify } from '../labels/notify';
import { translateShared } from '../labels/translate';
import { requestRoute, toErrorMessage } from '../routes/admin-route-client';

const fileNames = {
  diagnostics: 'lighting-bridge-diagnostics.json',
  twin: 'lighting-bridge-home.json',
} as const;

/** Shows the whole file before a button can save it. */
export async function reviewHomeFile(
  bridgeId: string,
  file: keyof typeof fileNames,
): Promise<void> {
  let text: string;
  try {
    const path = `home/${encodeURIComponent(bridgeId)}/${file}`;
    const value: unknown = await (await requestRoute(path)).json();
    text = JSON.stringify(value, undefined, 2);
  } catch (error) {
    notify(toErrorMessage(error), 'error');
    return;
  }
  RED.tray.show({
    title: translateShared(`home.file.${file}.title`),
    buttons: [
      {
        id: 'lighting-bridge-file-cancel',
        text: RED._('common.label.cancel'),
        click: () => RED.tray.close(),
      },
      {
        id: 'lighting-bridge-file-save',
        text: translateShared('home.file.save'),
        class: 'primary',
        click() {
          saveFile(fileNames[file], text);
          RED.tray.close();
        },
      },
    ],
    open(tray) {
      const body = tray.find('.red-ui-tray-body')[0];
      body?.append(
        createElement(
          'div',
          { class: 'lighting-bridge-file' },
          createElement('p', {}, translateShared(`home.file.${file}.holds`)),
          createElement('pre', { tabindex: 0 }, text),
        ),
      );
    },
  });
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = createElement('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url));
}
