import { createSelect } from '../fields/controls';
import { translateChoices, translateShared } from '../labels/translate';
import { usualSequence } from './sequence-form-values';

/** Says how often a sequence is played. */
export class RepeatFields {
  readonly controls: readonly [choice: JQuery, rounds: JQuery];
  readonly #choice: JQuery;
  readonly #rounds = $('<input type="number" min="1" step="1">')
    .attr('aria-label', translateShared('builder.rounds'))
    .val(usualSequence.rounds);

  /** @param offersUsual true if the sequence has a usual number of rounds */
  constructor(offersUsual: boolean) {
    const choices = [...(offersUsual ? ['usual'] : []), 'once', 'times', 'forever'];
    this.#choice = createSelect(
      translateShared('builder.repeat'),
      translateChoices('builder.repeats', choices),
    );
    this.controls = [this.#choice, this.#rounds];
  }

  /** @param rounds Infinity for endless; undefined for the usual number */
  show(rounds: number | undefined): void {
    const isCounted = rounds !== undefined && rounds !== Infinity && rounds !== 1;
    const choice = isCounted ? 'times' : rounds === undefined ? 'usual' : 'once';
    this.#choice.val(rounds === Infinity ? 'forever' : choice);
    if (isCounted) this.#rounds.val(rounds);
    this.#rounds.toggle(isCounted);
  }

  /** Returns what `show` takes. */
  read(): number | undefined {
    switch (this.#choice.val()) {
      case 'usual':
        return undefined;
      case 'once':
        return 1;
      case 'forever':
        return Infinity;
      default:
        return Number(this.#rounds.val());
    }
  }
}
