import {
  parseLightCommandToFormValues,
  doesPowerAllowLightValues,
  updateLightCommandFromForm,
} from './light-command-form-values';
import type { ChangedFormField, LightCommandFormValues } from './light-command-form-values';

/**
 * Writes the user's choices into a command, one after the other. A choice such as "off" removes the
 * light values; the next choice that allows light values restores them.
 */
export class CommandJsonWriter {
  #written: string | undefined;
  /**
   * Last command that could have light values; undefined after the user edits the command by hand.
   */
  #withLight: string | undefined;

  /** Takes and returns the same as `updateLightCommandFromForm`. */
  write(text: string, choices: LightCommandFormValues, changed: ChangedFormField): string {
    if (text !== this.#written) this.#withLight = undefined;
    const power = parseLightCommandToFormValues(text)?.power;
    if (power !== undefined && doesPowerAllowLightValues(power)) this.#withLight = text;
    const base = doesPowerAllowLightValues(choices.power) ? (this.#withLight ?? text) : text;
    this.#written = updateLightCommandFromForm(base, choices, changed);
    return this.#written;
  }
}
