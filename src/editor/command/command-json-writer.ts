import {
  parseLightCommandToFormValues,
  doesPowerAllowLightValues,
  updateLightCommandFromForm,
} from './light-command-form-values';
import type { ChangedFormField, LightCommandFormValues } from './light-command-form-values';

/**
 * Writes the choices of somebody into a command, one after the other, and keeps the light that a choice such as "off"
 * leaves out, so that it is there again when the next choice takes a light.
 */
export class CommandJsonWriter {
  #written: string | undefined;
  /** The last command that could have a light; undefined once somebody writes the command by hand. */
  #withLight: string | undefined;

  /** Takes and returns what `updateLightCommandFromForm` does. */
  write(text: string, choices: LightCommandFormValues, changed: ChangedFormField): string {
    if (text !== this.#written) this.#withLight = undefined;
    const power = parseLightCommandToFormValues(text)?.power;
    if (power !== undefined && doesPowerAllowLightValues(power)) this.#withLight = text;
    const base = doesPowerAllowLightValues(choices.power) ? (this.#withLight ?? text) : text;
    this.#written = updateLightCommandFromForm(base, choices, changed);
    return this.#written;
  }
}
