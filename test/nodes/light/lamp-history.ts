import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';

export interface SentMessage {
  readonly kind:
    | 'plain'
    | 'off'
    | 'later'
    | 'sequence'
    | 'twice'
    | 'stop'
    | 'fade'
    | 'scene'
    | 'save'
    | 'restore';
  /** In the order of the messages, from 1. */
  readonly number: number;
  readonly lamps: readonly string[];
}

/** The brightness tells which message has set it: one more in the second step of a sequence. */
export const toBrightness = (message: number): number => 4 + 4 * message;
const toMessage = (brightness: number): number => Math.round((brightness - 4.5) / 4);

/** Of simulated lamps: they round to it. */
const brightnessStep = 100 / 253;

const turningOn: ReadonlySet<string> = new Set([
  'plain',
  'scene',
  'restore',
  'sequence',
  'twice',
  'fade',
]);
const turningOff: ReadonlySet<string> = new Set(['off', 'restore']);

interface ShownState {
  /** Each other value, the oldest first. */
  brightness: number[];
  isOn: boolean;
}

/** What each lamp has shown, and by which message. */
export class LampHistory {
  readonly #shown: ReadonlyMap<string, ShownState>;
  readonly #messages: SentMessage[] = [];
  readonly #answered = new Set<number>();
  readonly #takenBack = new Set<number>();

  constructor(lamps: readonly string[]) {
    this.#shown = new Map(lamps.map((rid) => [rid, { brightness: [toBrightness(0)], isOn: true }]));
  }

  clear(): void {
    this.#messages.splice(0);
    this.#answered.clear();
    this.#takenBack.clear();
    for (const shown of this.#shown.values())
      Object.assign(shown, { brightness: [toBrightness(0)], isOn: true });
  }

  addMessage(message: SentMessage): void {
    this.#messages.push(message);
  }

  recordChange(resource: Resource): void {
    const shown = this.#shown.get(resource.id);
    if (shown === undefined) return;
    const brightness = Number(getNestedMember(resource, 'dimming', 'brightness'));
    if (shown.brightness.at(-1) !== brightness) shown.brightness.push(brightness);
    shown.isOn = getNestedMember(resource, 'on', 'on') === true;
  }

  /** @throws {AssertionError} where a lamp shows something from before an answered message */
  recordAnswer(number: number): void {
    this.#answered.add(number);
    this.#assertTookEffect();
  }

  /** The message was not sent, and has no effect. */
  takeBack(number: number): void {
    this.#takenBack.add(number);
  }

  #assertTookEffect(): void {
    for (const message of this.#messages)
      if (this.#answered.has(message.number)) this.#assertShown(message);
  }

  #assertShown({ number, kind, lamps }: SentMessage): void {
    for (const rid of lamps) {
      const { brightness, isOn } = this.#shown.get(rid) ?? { brightness: [0], isOn: false };
      if (kind === 'off')
        assert.ok(!isOn || this.#isSetLater(rid, number, turningOn), `${number} turns ${rid} off`);
      if (kind !== 'plain' && kind !== 'scene') continue;
      assert.ok(isOn || this.#isSetLater(rid, number, turningOff), `${number} turns ${rid} on`);
      const last = Math.max(...this.#listCauses(rid, brightness.at(-1) ?? 0));
      assert.ok(last >= number, `${rid} shows ${last}, and ${number} is answered`);
    }
  }

  /** @throws {AssertionError} where an earlier message took effect after a later one */
  assertOrdered(): void {
    this.#assertTookEffect();
    for (const [rid, { brightness }] of this.#shown) {
      let last = 0;
      for (const value of brightness) {
        const next = this.#listCauses(rid, value).find((message) => message >= last);
        assert.ok(next !== undefined, `${rid} showed ${brightness.join()}: ${value} came late`);
        last = next;
      }
    }
  }

  #isSetLater(rid: string, number: number, kinds: ReadonlySet<string>): boolean {
    return this.#messages.some(
      (message) =>
        message.number > number &&
        !this.#takenBack.has(message.number) &&
        kinds.has(message.kind) &&
        message.lamps.includes(rid),
    );
  }

  /**
   * The message that sets a brightness, those that restore it from a state that was saved after, and those that stop a
   * fade on its way. Fades also set what lies between.
   */
  #listCauses(rid: string, brightness: number): readonly number[] {
    const setter = toMessage(brightness);
    const marks = [toBrightness(setter), toBrightness(setter) + 1];
    const isBetween = !marks.some((mark) => Math.abs(mark - brightness) < brightnessStep);
    if (isBetween) return this.#listAfter(rid, 0, 'fade');
    return [
      setter,
      ...this.#listAfter(rid, this.#listAfter(rid, setter, 'save')[0], 'restore'),
      ...this.#listAfter(rid, this.#listAfter(rid, setter, 'fade')[0], 'stop'),
    ];
  }

  #listAfter(
    rid: string,
    after: number | undefined,
    wanted: SentMessage['kind'],
  ): readonly number[] {
    return this.#messages
      .filter(
        ({ kind, number, lamps }) =>
          kind === wanted && number > (after ?? Infinity) && lamps.includes(rid),
      )
      .map(({ number }) => number);
  }
}
