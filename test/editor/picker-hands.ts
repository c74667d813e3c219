import type { Locator } from 'playwright-core';
import { member } from '../../src/resources';
import type { DialogStage } from './dialog-stage';

/** What a person sees and does in the picker of a stage. */
export interface PickerHands {
  readonly picker: Locator;
  /** The name in the row that the keys are at. */
  readonly focused: Locator;
  /** The name of what was picked, in the field. */
  readonly picked: Locator;
  /** The rows that are shown. */
  branches(): Locator;
  /** Opens the dialog of the light node, and the picker in it. */
  open(): Promise<void>;
  /** Waits until the list that was asked for is shown. */
  answered(): Promise<void>;
  /** Types into the search box, in place of what it holds. */
  search(text: string): Promise<void>;
  /** Waits until the picker shows these resources and no others. */
  shows(names: readonly string[]): Promise<void>;
  /** Names of the lamps that the home holds. */
  lampsLike(name: RegExp): string[];
}

/** Hands for the pickers of a stage. */
export function pickerHands(stage: DialogStage): PickerHands {
  const { editor, simulator } = stage;
  const picker = editor.page.locator('.lighting-bridge-picker');
  const branches = (): Locator => picker.locator('.red-ui-treeList-label:visible');
  return {
    picker,
    focused: picker.locator('.red-ui-treeList-label.focus .lighting-bridge-leaf-name'),
    picked: editor.page.locator('.lighting-bridge-picked-name'),
    branches,
    async open() {
      await stage.open('bridge-light');
      await stage.field('Lamp or group: choose').click();
      await branches().first().waitFor();
    },
    answered: () => picker.locator('button[aria-label="Ask the bridge again"]:enabled').waitFor(),
    async search(text) {
      await picker.getByLabel('Search by name, room or id').fill('');
      await picker.getByLabel('Search by name, room or id').pressSequentially(text);
    },
    async shows(names) {
      await editor.page.waitForFunction(
        `[...document.querySelectorAll(".lighting-bridge-leaf-name")]
          .filter((leaf) => leaf.offsetParent)
          .map((leaf) => leaf.textContent)
          .toSorted()
          .join() === ${JSON.stringify(names.toSorted().join())}`,
      );
    },
    lampsLike: (name) =>
      simulator.home
        .byType('light')
        .map((light) => String(member(light, 'metadata', 'name')))
        .filter((words) => name.test(words)),
  };
}
