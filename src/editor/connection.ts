import { askCertificate, askTest } from './bridge-routes';
import { fieldOf, settingOf } from './settings-in-form';
import type { ConnectionSettings } from './bridge-routes';
import type { Texts } from './texts';

/** What a password field of Node-RED holds while the key is only in the runtime. */
const hiddenKey = '__PWRD__';

/** Connection as the open form of a bridge has it. The key goes along only when it was typed just now. */
export function connectionOf(node: EditorNode): ConnectionSettings {
  const setting = (name: string): string => settingOf(node, name).trim();
  const key = setting('key');
  return {
    host: setting('host'),
    port: setting('port'),
    keyHeader: setting('keyHeader'),
    fingerprint: setting('fingerprint'),
    bridgeId: setting('bridgeId'),
    ...(key === '' || key === hiddenKey ? {} : { key }),
  };
}

/** Makes the buttons of the bridge's dialog work: fetch the certificate, test the connection. */
export function prepareConnection(node: EditorNode, text: Texts): void {
  const result = $('#bridge-config-result');
  const say = (kind: 'good' | 'bad' | 'busy', sentence: string): void => {
    result.attr('data-kind', kind).text(sentence);
  };
  const whileBusy = async (work: () => Promise<void>): Promise<void> => {
    say('busy', text('result.busy'));
    try {
      await work();
    } catch (error) {
      say('bad', error instanceof Error ? error.message : String(error));
    }
  };

  $('#bridge-config-test').on('click', () => {
    void whileBusy(async () => {
      const { name, resources } = await askTest({ bridge: node.id, ...connectionOf(node) });
      say('good', text('result.connected', { name, resources }));
    });
  });
  $('#bridge-config-certificate').on('click', () => {
    void whileBusy(async () => {
      const { host, port } = connectionOf(node);
      const { fingerprint, commonName } = await askCertificate({ host, port });
      fieldOf(node, 'fingerprint').val(fingerprint).trigger('change');
      say('good', text('result.certificate', { commonName }));
    });
  });
}
