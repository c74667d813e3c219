import type { NodeMessage } from 'node-red';
import { BridgeError, defaultLimits } from '../../bridge';
import type { Change } from '../../bridge';
import type { Resource } from '../../resources';
import { outputsFor } from '../../vocabulary';
import type { OpenBridge } from '../open-bridge';
import type { Word } from '../status';
import { WatchedSelection } from '../watched-selection';
import type { Selection } from '../watched-selection';
import { buttonTypes } from './button-of';
import { selectButtons } from './button-selection';
import type { ButtonSettings } from './button-settings';
import { KnownPresses } from './known-presses';
import { pressMessage, wordForPress } from './press-message';
import { pressOf, pressTimes } from './press';
import type { Press } from './press';
import { TypeWatch } from './type-watch';

/** Where a running button node speaks. */
export interface ButtonListener {
  /** @param messages one entry for each output, null for those that get nothing */
  send(messages: (NodeMessage | null)[]): void;
  /** All is well; the word tells what is known. */
  succeed(word: Word): void;
  fail(error: Error): void;
}

/** One button node at work: turns what people press and turn into messages, each once. */
export class ButtonRun {
  readonly #bridge: OpenBridge;
  readonly #settings: ButtonSettings;
  readonly #address: string;
  readonly #listener: ButtonListener;
  readonly #presses = new KnownPresses();
  readonly #watches = new Map<string, TypeWatch>();
  readonly #selection: WatchedSelection;
  #lastPress: Word | undefined;

  /** @param address what is watched, as `selectButtons` takes it */
  constructor(
    bridge: OpenBridge,
    settings: ButtonSettings,
    address: string,
    listener: ButtonListener,
  ) {
    this.#bridge = bridge;
    this.#settings = settings;
    this.#address = address;
    this.#listener = listener;
    this.#selection = new WatchedSelection(
      () => selectButtons(bridge.home, address),
      (error) => listener.fail(error),
    );
    const { interval } = settings;
    for (const rtype of buttonTypes) {
      const watch = new TypeWatch(bridge.client, rtype, interval, {
        changed: (change) => {
          const heardAt = performance.now();
          void this.#selection.whenKnown((selected) =>
            this.#changed(change, selected, performance.now() - heardAt),
          );
        },
        known: () => void this.#selection.whenKnown((selected) => this.#know(rtype, selected)),
        failed: (error) => listener.fail(error),
      });
      this.#watches.set(rtype, watch);
    }
  }

  stop(): void {
    this.#selection.stop();
    for (const watch of this.#watches.values()) watch.stop();
  }

  /** @param waited how long it was not known which buttons are meant, in ms: what came long ago is no press */
  #changed(change: Change, selected: Selection, waited: number): void {
    const { resource } = change;
    if (!selected(resource)) return;
    const press = waited > defaultLimits.lateAnswer ? undefined : pressOf(change);
    if (press === undefined) this.#note(resource);
    else if (press.updated === undefined || this.#presses.isNews(resource.id, press.updated)) {
      this.#tell(change, press);
    }
  }

  #tell(change: Change, press: Press): void {
    const { event, button } = press;
    const outputs = outputsFor(this.#settings.outputs, { event, button: String(button ?? '') });
    if (!outputs.includes(true)) return;
    const { mirror } = this.#bridge.client;
    const message = (): NodeMessage => pressMessage(mirror, change, press, this.#settings.output);
    this.#listener.send(outputs.map((goes) => (goes ? message() : null)));
    this.#lastPress = wordForPress(press);
    this.#listener.succeed(this.#lastPress);
  }

  /** Notes the presses of the past, so that they are never told. */
  #note(resource: Resource): void {
    for (const updated of pressTimes(resource)) this.#presses.note(resource.id, updated);
  }

  #know(rtype: string, selected: Selection): void {
    const buttons = this.#bridge.client.mirror.byType(rtype).filter(selected);
    for (const button of buttons) this.#note(button);
    this.#watches.get(rtype)?.pace(buttons.length > 0);
    this.#show(selected);
  }

  #show(selected: Selection): void {
    const watches = [...this.#watches.values()];
    if (!watches.every(({ isKnown }) => isKnown)) return;
    const { mirror } = this.#bridge.client;
    const all = buttonTypes.flatMap((rtype) => mirror.byType(rtype));
    const count = all.filter(selected).length;
    if (count === 0 && this.#address !== '') this.#listener.fail(missing(this.#address));
    else this.#listener.succeed(this.#lastPress ?? { key: 'listed', values: { count } });
  }
}

const missing = (address: string): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_NOT_FOUND',
    `The bridge holds no button, bell or dial of ${address} (any more). Open the node and choose another.`,
    { rtype: 'button' },
  );
