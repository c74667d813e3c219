import { createElement } from '../../drawing/element';
import { translateShared } from '../labels/translate';

/** Says how many seconds remain until the next attempt to reach a bridge. Screen readers are not told each second. */
export class RetryCountdown {
  readonly element = createElement('p', { class: 'retry', role: 'timer' });
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param seconds until the next attempt; undefined without one */
  start(seconds: number | undefined): void {
    clearTimeout(this.#timer);
    this.element.textContent =
      seconds === undefined ? '' : translateShared('home.connection.retryIn', { seconds });
    if (seconds !== undefined && seconds > 1)
      this.#timer = setTimeout(() => this.start(seconds - 1), 1_000);
  }
}
