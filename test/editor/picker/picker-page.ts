import type { Locator } from 'playwright-core';
import { getNestedMember } from '../../../src/resources/members';
import type { DialogHarness } from '../support/dialog-harness';

/** Page object of the resource picker in an open dialog. */
export interface PickerPage {
  readonly picker: Locator;
  /** The name in the row that has the keyboard focus. */
  readonly focusedRowName: Locator;
  /** The name of what was picked, in the field. */
  readonly pickedName: Locator;
  /** The rows that are shown. */
  visibleRows(): Locator;
  /** Opens the dialog of the light node, and the picker in it. */
  open(): Promise<void>;
  /** Waits until the requested list is shown. */
  waitForList(): Promise<void>;
  /** Replaces the text of the search box by typing. */
  search(text: string): Promise<void>;
  /** Waits until the picker shows these resources and no others. */
  waitForResults(names: readonly string[]): Promise<void>;
  /** Names of the lamps of the simulated home that match. */
  findLampNames(name: RegExp): string[];
}

/** Page object for the pickers of a harness. */
export function createPickerPage(harness: DialogHarness): PickerPage {
  const { editor, simulator } = harness;
  const picker = editor.page.locator('.lighting-bridge-picker');
  const visibleRows = (): Locator => picker.locator('.red-ui-treeList-label:visible');
  return {
    picker,
    focusedRowName: picker.locator('.red-ui-treeList-label.focus .lighting-bridge-leaf-name'),
    pickedName: editor.page.locator('.lighting-bridge-picked-name'),
    visibleRows,
    async open() {
      await harness.open('bridge-light');
      await harness.field('Lamp or group: choose').click();
      await visibleRows().first().waitFor();
    },
    waitForList: () =>
      picker.locator('button[aria-label="Ask the bridge again"]:enabled').waitFor(),
    async search(text) {
      await picker.getByLabel('Search by name, room or id').fill('');
      await picker.getByLabel('Search by name, room or id').pressSequentially(text);
    },
    async waitForResults(names) {
      await editor.page.waitForFunction(
        `[...document.querySelectorAll(".lighting-bridge-leaf-name")]
          .filter((leaf) => leaf.offsetParent)
          .map((leaf) => leaf.textContent)
          .toSorted()
          .join() === ${JSON.stringify(names.toSorted().join())}`,
      );
    },
    findLampNames: (name) =>
      simulator.home
        .byType('light')
        .map((light) => String(getNestedMember(light, 'metadata', 'name')))
        .filter((lampName) => name.test(lampName)),
  };
}
