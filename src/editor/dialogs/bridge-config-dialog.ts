import {
  AdminRouteError,
  requestPairingStart,
  requestPairingStop,
  testBridgeConnection,
  toErrorMessage,
  fetchDiscoveryProgress,
  requestDiscoveryStart,
  requestDiscoveryStop,
  fetchPairingProgress,
  fetchBridgeCertificate,
} from '../routes/admin-route-client';
import type {
  ConnectionTestResponse,
  CertificateResponse,
  BridgeListItem,
  PairingProgress,
} from '../routes/admin-route-client';
import { isBridgeId, isSameFingerprint } from '../../bridge/bridge-identity';
import { getSettingField, getSettingValue, toText } from '../fields/setting-fields';
import { prepareChoiceOrTextInput } from '../inputs/choice-or-text-input';
import { notify } from '../labels/notify';
import { createTranslator } from '../labels/translate';
import {
  collectConnectionSettings,
  hiddenPasswordValue,
  parsePastedAddress,
} from '../routes/connection-settings';
import type { ConnectionSettings } from '../routes/connection-settings';

const text = createTranslator('bridge-config');

/**
 * Finds bridges, pairs with one, and shows its certificate and whether the connection works, all with the settings as
 * entered.
 *
 * @returns called when the dialog is closed: cancels searches and pairings, and keeps the key of a pairing only if the
 * dialog was confirmed
 */
export function prepareConnectionDialog(node: EditorNode): (isConfirmed: boolean) => void {
  prepareKeyHeaderInput(node);
  // Before the handlers of the same buttons.
  requireAddress(node);
  preparePastedAddress(node);
  const dialog = new ConnectionDialog(node);
  return (isConfirmed) => dialog.close(isConfirmed);
}

/** Finds a bridge, pairs with it and tests the connection, in the dialog of a bridge node. */
class ConnectionDialog {
  /** The form holds the key of this pairing. */
  #pairingId: string | undefined;
  readonly #foundBridges = $('#bridge-config-found');
  readonly #pairButton = $('#bridge-config-pair');
  readonly #pairingResult = $('#bridge-config-pairing');
  readonly #pairingSentence = $('<p>');
  readonly #certificateResult = $('#bridge-config-seen');
  readonly #testResult = $('#bridge-config-result');

  readonly #search = new BackgroundTask({
    start: requestDiscoveryStart,
    fetchProgress: fetchDiscoveryProgress,
    stop: requestDiscoveryStop,
    onProgress: ({ bridges, done }) => {
      this.#showFoundBridges(bridges, done);
      return done;
    },
    onError: (problem) => showMessage(this.#foundBridges, 'bad', problem),
  });

  readonly #pairing = new BackgroundTask({
    start: () => {
      const { host, port, fingerprint, bridgeId } = this.#readSettings();
      return requestPairingStart({ bridge: this.node.id, host, port, fingerprint, bridgeId });
    },
    fetchProgress: fetchPairingProgress,
    stop: requestPairingStop,
    onProgress: (progress, id) => this.#showPairing(progress, id),
    onError: (problem) => {
      showMessage(this.#pairingResult, 'bad', problem);
      this.#pairButton.prop('disabled', false);
    },
  });

  readonly #certificate = prepareButtonRequest({
    button: $('#bridge-config-certificate'),
    container: this.#certificateResult,
    send: () => {
      const { host, port } = this.#readSettings();
      return fetchBridgeCertificate({ host, port });
    },
    onAnswer: (certificate) => this.#showCertificate(certificate),
  });

  readonly #test = prepareButtonRequest({
    button: $('#bridge-config-test'),
    container: this.#testResult,
    send: () => testBridgeConnection({ bridge: this.node.id, ...this.#readSettings() }),
    onAnswer: (answer) => this.#takeTestedConnection(answer),
    onError: (error) => {
      if (error instanceof AdminRouteError) this.#showUntrusted(error.code);
    },
  });

  constructor(private readonly node: EditorNode) {
    $('#bridge-config-find').on('click', () => {
      this.#showFoundBridges([], false);
      this.#search.run();
    });
    this.#listenForPairing();
    // An entered key precedes that of a pairing.
    getSettingField(node, 'key').on('input', () => clearSettings(node, 'pairing'));
    onAddressChange(node, () => {
      this.#cancelPairing();
      this.#pairingResult.empty();
      this.#certificate.clear();
      this.#test.clear();
    });
  }

  close(isConfirmed: boolean): void {
    this.#search.cancel();
    this.#cancelPairing();
    this.#test.clear();
    if (isConfirmed || this.#pairingId === undefined) return;
    requestPairingStop(this.#pairingId).catch((error: unknown) =>
      notify(toErrorMessage(error), 'warning'),
    );
  }

  #readSettings(): ConnectionSettings {
    return collectConnectionSettings((name) => getSettingValue(this.node, name));
  }

  /** Lists bridges as they are found. */
  #showFoundBridges(bridges: readonly BridgeListItem[], done: boolean): void {
    const message = $('<p>').text(
      text(done ? (bridges.length === 0 ? 'find.none' : 'find.done') : 'find.searching'),
    );
    const list = $('<ul class="lighting-bridge-found">').append(
      bridges.map((bridge) => $('<li>').append(this.#createBridgeButton(bridge))),
    );
    this.#foundBridges.empty().append(message, bridges.length > 0 ? list : $());
  }

  #createBridgeButton({ name, model, host, port, bridgeId }: BridgeListItem): JQuery {
    const node = this.node;
    return $('<button type="button" class="red-ui-button">')
      .append(
        $('<strong>').text(name || host),
        $('<span>').text([model, `${host}:${port}`, bridgeId].filter(Boolean).join(' · ')),
      )
      .on('click', () => {
        this.#search.cancel();
        this.#foundBridges.empty();
        const previousBridgeId = getSettingValue(node, 'bridgeId');
        if (previousBridgeId !== '' && previousBridgeId !== bridgeId)
          clearSettings(node, 'fingerprint', 'bridgeId');
        fillSettings(node, { host, port, bridgeId });
      });
  }

  #listenForPairing(): void {
    const cancelButton = $('<button type="button" class="red-ui-button red-ui-button-small">')
      .text(text('pair.cancel'))
      .on('click', () => {
        this.#cancelPairing();
        showMessage(this.#pairingResult, 'bad', text('pair.cancelled'));
        this.#pairButton.trigger('focus');
      });
    this.#pairButton.on('click', () => {
      this.#pairButton.prop('disabled', true);
      cancelButton.detach();
      const sentence = this.#pairingSentence.text(text('result.busy'));
      this.#pairingResult.empty().append(sentence, cancelButton);
      this.#pairing.run();
    });
  }

  #cancelPairing(): void {
    this.#pairing.cancel();
    this.#pairButton.prop('disabled', false);
  }

  /** Counts down while the bridge waits for its button. Returns true at the end. */
  #showPairing(progress: PairingProgress, id: string): boolean {
    const container = this.#pairingResult;
    switch (progress.state) {
      case 'waiting':
        this.#pairingSentence.text(text('pair.waiting', { seconds: progress.secondsLeft }));
        return false;
      case 'paired':
        this.#takePairedBridge(progress, id);
        showMessage(container, 'good', text('pair.paired'));
        break;
      case 'cancelled':
        showMessage(container, 'bad', text('pair.cancelled'));
        break;
      case 'failed':
        showMessage(container, 'bad', progress.error.message);
        this.#showUntrusted(progress.error.code);
    }
    this.#pairButton.prop('disabled', false);
    return true;
  }

  #takePairedBridge(
    { bridgeId, fingerprint, keyHeader }: Extract<PairingProgress, { state: 'paired' }>,
    id: string,
  ): void {
    this.#pairingId = id;
    const key = hiddenPasswordValue;
    fillSettings(this.node, { pairing: id, key, bridgeId, fingerprint, keyHeader });
    // The panel showed the state before pairing.
    this.#certificate.clear();
    this.#test.run();
  }

  #showUntrusted(code: string): void {
    if (code === 'ERR_BRIDGE_UNTRUSTED') this.#certificate.run();
  }

  #takeTestedConnection({ name, resources, fingerprint, keyHeader }: ConnectionTestResponse): void {
    const node = this.node;
    showMessage(this.#testResult, 'good', text('result.connected', { name, resources }));
    if (getSettingValue(node, 'name').trim() === '') fillSettings(node, { name });
    if (getSettingValue(node, 'fingerprint') === '') fillSettings(node, { fingerprint });
    if (getSettingValue(node, 'keyHeader') !== keyHeader) fillSettings(node, { keyHeader });
  }

  /** The user can trust the fetched certificate. */
  #showCertificate(certificate: CertificateResponse): void {
    const container = this.#certificateResult;
    const trusted = this.#readSettings().fingerprint || (certificate.trusted ?? '');
    const messageKey = compareFingerprints(trusted, certificate.fingerprint);
    const isOther = messageKey === 'seen.other';
    showMessage(container, isOther ? 'bad' : 'busy', text(messageKey));
    container.append(createCertificateDetails(certificate));
    if (messageKey === 'seen.same') return;
    $('<button type="button" class="red-ui-button red-ui-button-small">')
      .text(text(isOther ? 'seen.trustNew' : 'seen.trust'))
      .on('click', () => {
        this.#trust(certificate);
        showMessage(container, 'good', text('seen.trusted'));
      })
      .appendTo(container);
  }

  #trust({ fingerprint, commonName }: CertificateResponse): void {
    const node = this.node;
    // Earlier results failed because the certificate was not trusted.
    this.#test.clear();
    this.#pairingResult.find('.lighting-bridge-bad').remove();
    fillSettings(node, { fingerprint });
    if (getSettingValue(node, 'bridgeId') === '') return;
    if (isBridgeId(commonName)) fillSettings(node, { bridgeId: commonName.toLowerCase() });
    else clearSettings(node, 'bridgeId');
  }
}

function compareFingerprints(
  trusted: string,
  seen: string,
): 'seen.first' | 'seen.same' | 'seen.other' {
  if (trusted === '') return 'seen.first';
  return isSameFingerprint(trusted, seen) ? 'seen.same' : 'seen.other';
}

const createCertificateDetails = ({
  commonName,
  validTo,
  fingerprint,
}: CertificateResponse): JQuery =>
  $('<dl>').append(
    $('<dt>').text(text('seen.commonName')),
    $('<dd>').text(commonName),
    $('<dt>').text(text('seen.validTo')),
    $('<dd>').text(new Date(validTo).toLocaleDateString()),
    $('<dt>').text(text('seen.fingerprint')),
    $('<dd class="lighting-bridge-fingerprint">').text(fingerprint),
  );

/** Shows only the problem of the field if the address is invalid. */
function requireAddress(node: EditorNode): void {
  const host = getSettingField(node, 'host');
  $('#bridge-config-pair, #bridge-config-certificate, #bridge-config-test').on('click', (event) => {
    const result = node._def.defaults['host']?.validate?.call(node, host.val(), {});
    if (result === undefined || result === true) return;
    event.stopImmediatePropagation();
    host.closest('.form-row').addClass('lighting-bridge-left');
    host.trigger('change').trigger('focus');
  });
}

function prepareKeyHeaderInput(node: EditorNode): void {
  prepareChoiceOrTextInput({
    field: getSettingField(node, 'keyHeader'),
    inputElement: $('#bridge-config-keyHeader'),
    choiceLabels: {
      'home-application-key': text('keyHeader.home'),
      'hue-application-key': text('keyHeader.hue'),
    },
    otherLabel: text('keyHeader.other'),
  });
}

function preparePastedAddress(node: EditorNode): void {
  const host = getSettingField(node, 'host');
  host.on('input change', ({ type, originalEvent }) => {
    const isPasted =
      originalEvent instanceof InputEvent && originalEvent.inputType === 'insertFromPaste';
    if (type === 'input' && !isPasted) return;
    const address = parsePastedAddress(toText(host.val()));
    if (address !== undefined) fillSettings(node, { port: address.port, host: address.host });
  });
}

function onAddressChange(node: EditorNode, onChange: () => void): void {
  const readAddress = (): string =>
    `${getSettingValue(node, 'host').trim()} ${getSettingValue(node, 'port').trim()}`;
  let previousAddress = readAddress();
  const fields = getSettingField(node, 'host').add(getSettingField(node, 'port'));
  fields.on('input change', () => {
    if (readAddress() === previousAddress) return;
    previousAddress = readAddress();
    onChange();
  });
}

/** Empty and unknown values change nothing. */
function fillSettings(
  node: EditorNode,
  values: Readonly<Record<string, string | number | undefined>>,
): void {
  for (const [setting, value] of Object.entries(values)) {
    const filled = toText(value);
    if (filled === '') continue;
    const field = getSettingField(node, setting).val(filled);
    field.trigger('lightingBridge:set', [filled]).trigger('change');
  }
}

function clearSettings(node: EditorNode, ...settings: readonly string[]): void {
  for (const setting of settings) getSettingField(node, setting).val('').trigger('change');
}

interface ButtonRequestOptions<Answer> {
  button: JQuery;
  /** Shows the result. */
  container: JQuery;
  send: () => Promise<Answer>;
  onAnswer: (answer: Answer) => void;
  onError?: (error: unknown) => void;
}

interface ButtonRequest {
  run(): void;
  /** Also ignores the answer to a pending request. */
  clear(): void;
}

/** A click sends a request; the container shows a problem, or that the answer is awaited. */
function prepareButtonRequest<Answer>({
  button,
  container,
  send,
  onAnswer,
  onError,
}: ButtonRequestOptions<Answer>): ButtonRequest {
  let latest = 0;
  const sendLatest = async (): Promise<void> => {
    latest += 1;
    const current = latest;
    container.parents('details').prop('open', true);
    button.prop('disabled', true);
    showMessage(container, 'busy', text('result.busy'));
    try {
      const answer = await send();
      if (current === latest) onAnswer(answer);
    } catch (error) {
      if (current !== latest) return;
      showMessage(container, 'bad', toErrorMessage(error));
      onError?.(error);
    } finally {
      if (current === latest) button.prop('disabled', false);
    }
  };
  const run = (): void => void sendLatest();
  button.on('click', run);
  return {
    run,
    clear() {
      latest += 1;
      container.empty();
      button.prop('disabled', false);
    },
  };
}

const showMessage = (container: JQuery, kind: 'busy' | 'good' | 'bad', message: string): void =>
  void container.empty().append($(`<p class="lighting-bridge-${kind}">`).text(message));

const pollInterval = 1000;

interface BackgroundTaskOptions<Progress> {
  start: () => Promise<{ id: string }>;
  fetchProgress: (id: string) => Promise<Progress>;
  stop: (id: string) => Promise<unknown>;
  /** Returns true at the end of the task. */
  onProgress: (progress: Progress, id: string) => boolean;
  onError: (message: string) => void;
}

/** A search or a pairing of the runtime, whose progress is fetched once per second. */
class BackgroundTask<Progress> {
  #abortController = new AbortController();
  #end = Promise.resolve();

  constructor(private readonly options: BackgroundTaskOptions<Progress>) {}

  /** The runtime cancels an earlier task first. */
  run(): void {
    this.cancel();
    this.#abortController = new AbortController();
    const { signal } = this.#abortController;
    this.#end = this.#poll(this.#end, signal).catch((error: unknown) => {
      if (!signal.aborted) this.options.onError(toErrorMessage(error));
    });
  }

  cancel(): void {
    this.#abortController.abort();
  }

  async #poll(endBefore: Promise<void>, signal: AbortSignal): Promise<void> {
    const { start, fetchProgress, stop, onProgress } = this.options;
    await endBefore;
    if (signal.aborted) return;
    const { id } = await start();
    while (!signal.aborted) {
      const progress = await fetchProgress(id);
      if (signal.aborted) break;
      if (onProgress(progress, id)) return;
      await waitForNextPoll(signal);
    }
    await stop(id);
  }
}

const waitForNextPoll = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, pollInterval);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
