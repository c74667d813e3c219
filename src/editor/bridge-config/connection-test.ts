import {
  AdminRouteError,
  testBridgeConnection,
  toErrorMessage,
} from '../routes/admin-route-client';
import { readConnectionSettings } from './bridge-form';
import type { ConnectionTestResponse } from '../routes/admin-route-client';
import type { Translate } from '../labels/translate';

/** A test of the connection, run by its button or by the dialog. */
export interface ConnectionTest {
  run(): void;
  /** Clears the result and ignores the response of a pending test. */
  clear(): void;
}

/**
 * Makes the button of the open form connect to the bridge as the form describes it, and say how that went.
 */
export function prepareConnectionTest({
  node,
  text,
  onConnected,
  onUntrusted,
}: {
  node: EditorNode;
  text: Translate;
  onConnected: (bridge: ConnectionTestResponse) => void;
  onUntrusted: () => void;
}): ConnectionTest {
  const button = $('#bridge-config-test');
  const result = $('#bridge-config-result');
  let latestRequest = 0;
  const showMessage = (messageClass: string, message: string): void => {
    result.empty().append($(`<p class="lighting-bridge-${messageClass}">`).text(message));
  };
  const runTest = async (): Promise<void> => {
    latestRequest += 1;
    const currentRequest = latestRequest;
    button.prop('disabled', true);
    showMessage('busy', text('result.busy'));
    try {
      const response = await testBridgeConnection(readConnectionSettings(node));
      if (currentRequest !== latestRequest) return;
      const { name, resources } = response;
      showMessage('good', text('result.connected', { name, resources }));
      onConnected(response);
    } catch (error) {
      if (currentRequest !== latestRequest) return;
      showMessage('bad', toErrorMessage(error));
      if (error instanceof AdminRouteError && error.code === 'ERR_BRIDGE_UNTRUSTED') onUntrusted();
    } finally {
      if (currentRequest === latestRequest) button.prop('disabled', false);
    }
  };
  const run = (): void => void runTest();
  button.on('click', run);
  return {
    run,
    clear() {
      latestRequest += 1;
      result.empty();
      button.prop('disabled', false);
    },
  };
}
