import assert from 'node:assert/strict';
import { saveRequestedScreenshot } from '../../support/browser/browser';
import { openEditor } from '../../support/browser/editor';
import type { Editor } from '../../support/browser/editor';
import { getSharedBrowser } from '../../support/browser/shared-browser';
import { startDialogHarness } from '../support/dialog-harness';
import type { DialogHarness } from '../support/dialog-harness';

/** Wrong commands of the light node, and what its dialog says in German. */
const wrongCommands: readonly (readonly [command: string, sentence: string])[] = [
  [
    '{"brightness":200}',
    'Befehl.brightness: Erwartet wird eine Zahl von 0 bis 100; angegeben ist 200. ' +
      'Falls der Wert von 0 bis 255 oder 254 geht, sind es 78 %: Schreiben Sie 78.',
  ],
  [
    '{"dim":"turnn"}',
    'Befehl.dim: Erwartet wird einer dieser Werte: up, down, turn, stop; angegeben ist "turnn".',
  ],
  [
    '{"gradient":["red"]}',
    'Befehl.gradient: Erwartet wird eine Liste mit 2 bis 5 Farben; angegeben ist eine Liste mit 1 Eintrag.',
  ],
  [
    '{"color":"redd"}',
    'Befehl.color: Erwartet wird eine Farbe wie "red", "#ff8800", "rgb(255, 136, 0)", [255, 136, 0] ' +
      'oder {x, y}; angegeben ist "redd". Meinten Sie red?',
  ],
  [
    '{"__received__":"<script>$t(invalid.list)"}',
    'Befehl.__received__: Erwartet wird eines dieser Wörter: on, brightness, kelvin, color, transition, effect, … ' +
      '(die Hilfe des Lampen-Nodes nennt alle); angegeben ist "<script>$t(invalid.list)".',
  ],
];

/** Commands that a plug cannot do, or only in part, and what the dialog says once they are tried. */
const triedCommands: readonly (readonly [command: string, sentence: string])[] = [
  [
    '{"on":true,"color":"red"}',
    'Coffee machine, Kitchen: erledigt. command.color: weggelassen; nötig ist eine Lampe, die Farben zeigt.',
  ],
  [
    '{"effect":"candle"}',
    'command.effect: Erwartet wird eine Lampe mit diesem Effekt, und das ist Coffee machine nicht; angegeben ist "candle".',
  ],
];

describe('The dialog of a light node in German', () => {
  let harness: DialogHarness;
  let editor: Editor;
  before(async () => {
    const command = {
      command: '{"on":true}',
      commandType: 'json',
      targetType: 'str',
      target: 'Coffee machine',
    };
    harness = await startDialogHarness({ 'bridge-light': command });
    editor = await openEditor(await getSharedBrowser(), harness.nodeRed, undefined, 'de-DE');
  });
  after(async () => {
    await editor.close();
    await harness.stop();
  });

  for (const [index, [command, sentence]] of wrongCommands.entries()) {
    it(`says in German what is wrong with ${command}`, async () => {
      const { page } = editor;
      await editor.openDialog('bridge-light');
      const field = page.locator('.red-ui-tray').getByLabel('Befehl', { exact: true });
      await field.fill(command);
      await field.dispatchEvent('change');
      const problem = page.locator('.lighting-bridge-problem');
      await problem.waitFor();
      const shown = await problem.textContent();
      await saveRequestedScreenshot(page, `wrong-command-${index + 1}`);
      await editor.closeDialog('cancel');
      assert.equal(shown, sentence);
    });
  }

  for (const [command, sentence] of triedCommands) {
    it(`says in German what the lamp does not do of ${command}`, async () => {
      const { page } = editor;
      await editor.openDialog('bridge-light');
      const field = page.locator('.red-ui-tray').getByLabel('Befehl', { exact: true });
      await field.fill(command);
      await field.dispatchEvent('change');
      await page.getByRole('button', { name: 'Ausprobieren' }).click();
      const result = page.locator('.lighting-bridge-try [role=status]');
      await result.filter({ hasText: /Coffee machine/ }).waitFor();
      const shown = await result.textContent();
      await saveRequestedScreenshot(page, 'tried-command');
      await editor.closeDialog('cancel');
      assert.equal(shown, sentence);
    });
  }
});
