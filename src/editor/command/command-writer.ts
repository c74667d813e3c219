import { parseCommandChoices, takesLight, writeCommandChoices } from './command-choices';
import type { ChangedField, CommandChoices } from './command-choices';

/**
 * Writes the choices of somebody into a command, one after the other, and keeps the light that a choice such as "off"
 * leaves out, so that it is there again when the next choice takes a light.
 */
export class CommandWriter {
  #written: string | undefined;
  /** The last command that could have a light; undefined once somebody writes the command by hand. */
  #withLight: string | undefined;

  /** Takes and returns what `writeCommandChoices` does. */
  write(text: string, choices: CommandChoices, changed: ChangedField): string {
    if (text !== this.#written) this.#withLight = undefined;
    const power = parseCommandChoices(text)?.power;
    if (power !== undefined && takesLight(power)) this.#withLight = text;
    const base = takesLight(choices.power) ? (this.#withLight ?? text) : text;
    this.#written = writeCommandChoices(base, choices, changed);
    return this.#written;
  }
}
