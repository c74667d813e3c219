import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackup } from '../../../src/backup/backup';
import { replaceIds } from '../../../src/backup/replace-ids';
import { getNestedMember, getTextMember } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import { saveRequestedScreenshot } from '../../support/browser/browser';
import { assertAccessible } from '../support/accessibility';
import { startDialogHarness } from '../support/dialog-harness';
import type { DialogHarness } from '../support/dialog-harness';
import { createHomePage } from './home-page';
import type { HomePage } from './home-page';

const livingRoom = createFixtureId('room/living-room');
const tray = '.red-ui-tray';

describe('The backup of a home in the sidebar', function () {
  this.timeout(60_000);
  let harness: DialogHarness;
  let home: HomePage;
  let folder: string;
  let file: string;
  let clicks = 0;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backup-'));
    file = join(folder, 'backup.json');
    harness = await startDialogHarness();
    home = createHomePage(harness.editor.page);
    await home.show();
    await home.section('Backup').waitFor();
  });
  beforeEach(() => {
    clicks = 0;
  });
  afterEach(async () => {
    assert.deepEqual(harness.editor.problems, []);
    const open = harness.editor.page.locator(tray);
    if ((await open.count()) === 0) return;
    await open.locator('.red-ui-tray-toolbar button').first().click();
    await open.waitFor({ state: 'detached' });
  });
  after(async () => {
    await harness.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const click = async (name: string, place = '.lighting-bridge-home'): Promise<void> => {
    clicks += 1;
    await harness.editor.page.locator(place).getByRole('button', { name, exact: true }).click();
  };
  const openSection = async (): Promise<void> => {
    const toggle = home.section('Backup').locator('.section-toggle');
    if ((await toggle.getAttribute('aria-expanded')) === 'true') return;
    clicks += 1;
    await toggle.click();
  };
  /** Choosing a file counts as one click. */
  const choose = async (button: string, path = file): Promise<void> => {
    await openSection();
    const chooser = harness.editor.page.waitForEvent('filechooser');
    await click(button);
    clicks += 1;
    await (await chooser).setFiles(path);
  };

  it('is downloaded as a file that has no key', async () => {
    const { page } = harness.editor;
    await openSection();
    const download = page.waitForEvent('download');
    await click('Download a backup');
    await (await download).saveAs(file);
    assert.match(
      (await download).suggestedFilename(),
      /^lighting-bridge-backup-\d{4}-\d\d-\d\d\.json$/,
    );
    const text = await readFile(file, 'utf8');
    assert.ok(!text.includes(harness.simulator.key));
    const backup: unknown = JSON.parse(text);
    assert.equal(getNestedMember(backup, 'format'), 'lighting-bridge-backup');
    await assertAccessible(page, '.lighting-bridge-home');
    await saveRequestedScreenshot(page, 'home-backup-section');
  });

  it('brings a deleted scene back in at most five clicks', async () => {
    const { editor, simulator } = harness;
    const scene = simulator.home
      .byType('scene')
      .find((one) => getTextMember(one, 'group', 'rid') === livingRoom);
    assert.ok(scene);
    const name = getTextMember(scene, 'metadata', 'name') ?? '';
    await writeFile(file, JSON.stringify(createBackup([...simulator.home.all()])));
    simulator.home.remove(scene.id);
    await choose('Bring back …');
    const created = editor.page.locator(`${tray} [data-list="create"] li`);
    await created.first().waitFor();
    assert.deepEqual(await created.getByRole('checkbox').count(), 1);
    assert.match(await created.innerText(), new RegExp(name));
    await assertAccessible(editor.page, '.lighting-bridge-backup');
    await saveRequestedScreenshot(editor.page, 'home-backup-plan');
    await click('Bring back', tray);
    await editor.page.locator(`${tray} [data-list="done"] li[data-id="${scene.id}"]`).waitFor();
    assert.ok(clicks <= 5, `${clicks} clicks`);
    await saveRequestedScreenshot(editor.page, 'home-backup-report');
    const names = simulator.home
      .byType('scene')
      .filter((one) => getTextMember(one, 'group', 'rid') === livingRoom)
      .map((one) => getTextMember(one, 'metadata', 'name'));
    assert.ok(names.includes(name));
  });

  it('puts the ids of the bridge into the flows without a deploy, and one undo takes it back', async () => {
    const { editor, simulator } = harness;
    const resources = [...simulator.home.all()];
    // The file of the bridge before a reset: the same devices, each under another id.
    const toOld = new Map(resources.map(({ id }) => [id, randomUUID()]));
    const oldRoom = toOld.get(livingRoom) ?? '';
    await writeFile(file, JSON.stringify(replaceIds(createBackup(resources), toOld)));
    const readTarget = (): Promise<unknown> =>
      editor.page.evaluate(`RED.nodes.node('bridge-room').target`);
    await editor.page.evaluate(
      `RED.nodes.node('bridge-room').target = ${JSON.stringify(oldRoom)}; RED.nodes.dirty(false)`,
    );
    await choose('Take over ids …');
    const listed = editor.page.locator(`${tray} [data-list="nodes"] li`);
    await listed.first().waitFor();
    assert.match(await listed.first().innerText(), new RegExp(`${oldRoom} becomes ${livingRoom}`));
    assert.equal(await readTarget(), oldRoom);
    await saveRequestedScreenshot(editor.page, 'home-backup-take-over');
    await click('Take over', tray);
    await editor.page.locator(tray).waitFor({ state: 'detached' });
    assert.equal(await readTarget(), livingRoom);
    assert.equal(await editor.page.evaluate('RED.nodes.dirty()'), true);
    await editor.page.evaluate('RED.history.pop()');
    assert.equal(await readTarget(), oldRoom);
  });
});
