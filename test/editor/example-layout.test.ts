import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import {
  readExampleFlow,
  readExampleFlows,
  listExampleNames,
  withNodeSettings,
} from '../../scripts/node-red/example-flows';
import { listExampleLanguages, readExampleTexts } from '../../scripts/node-red/example-texts';
import { isObject } from '../../src/resources/members';
import { saveRequestedScreenshot } from '../support/browser/browser';
import { getSharedBrowser } from '../support/browser/shared-browser';
import { openEditor } from '../support/browser/editor';
import type { Editor } from '../support/browser/editor';
import { deployOnSharedNodeRed } from '../support/node-red/shared-node-red';
import type { RunningNodeRed } from '../support/node-red/node-red';

interface Box {
  id: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const isBox = (value: unknown): value is Box =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  ['left', 'top', 'right', 'bottom'].every((side) => Number.isFinite(value[side]));

const doOverlap = (one: Box, other: Box): boolean =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

/** Space between two nodes that a wire needs, in pixels: without it, Node-RED draws the wire as a loop. */
const wireSpace = 1;

const withWireSpace = (box: Box): Box => ({ ...box, right: box.right + wireSpace });

/** All but one whose nodes come from another package, which the shared Node-RED does not have. */
const exampleNames = listExampleNames().filter((name) => name !== 'dashboard-room');

const withoutBroker = withNodeSettings(readExampleFlows(exampleNames), 'example-mqtt-broker', {
  autoConnect: false,
});

describe('On the canvas, as wide as the editor draws its nodes,', () => {
  let nodeRed: RunningNodeRed;
  let browser: Browser;
  let editor: Editor;

  before(async () => {
    [nodeRed, browser] = await Promise.all([
      deployOnSharedNodeRed(withoutBroker),
      getSharedBrowser(),
    ]);
    editor = await openEditor(browser, nodeRed);
  });
  after(async () => {
    await editor.close();
    await nodeRed.stop();
  });

  /** Shows a flow; the boxes of what is drawn on it. */
  const readBoxes = async (tab: string, from: string): Promise<readonly Box[]> => {
    await editor.page.evaluate(`RED.workspaces.show(${JSON.stringify(tab)})`);
    await editor.page.waitForFunction(
      `RED.nodes.filterNodes({ z: ${JSON.stringify(tab)} }).every((node) => node.w > 0)`,
    );
    const boxes: unknown = await editor.page.evaluate(from);
    assert.ok(Array.isArray(boxes) && boxes.length > 0 && boxes.every(isBox));
    return boxes;
  };
  const readNodeBoxes = (tab: string): Promise<readonly Box[]> =>
    readBoxes(
      tab,
      `RED.nodes.filterNodes({ z: ${JSON.stringify(tab)} }).map(({ id, x, y, w, h }) => ({
        id, left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2,
      }))`,
    );
  const readGroupBoxes = (tab: string): Promise<readonly Box[]> =>
    readBoxes(
      tab,
      `RED.nodes.groups(${JSON.stringify(tab)}).map(({ id, x, y, w, h }) => ({
        id, left: x, right: x + w, top: y, bottom: y + h,
      }))`,
    );

  /** The boxes of the nodes of all examples, as wide as they are with their names in a language. */
  const readTranslatedBoxes = async (language: string): Promise<readonly (readonly Box[])[]> => {
    const texts = JSON.stringify(Object.fromEntries(readExampleTexts(language)));
    const names = JSON.stringify(exampleNames);
    const found: unknown = await editor.page.evaluate(`(() => {
      const texts = ${texts};
      const measure = (node) => {
        const { id, x, y, name } = node;
        node.name = texts[name] ?? name;
        const [w, h] = RED.view.calculateNodeDimensions(node);
        node.name = name;
        return { id, left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 };
      };
      // Each new text makes the browser lay out all that is visible.
      const others = $('#red-ui-main-container, #red-ui-header').hide();
      try {
        return ${names}.map((name) => RED.nodes.filterNodes({ z: name + '-tab' }).map(measure));
      } finally {
        others.show();
      }
    })()`);
    assert.ok(Array.isArray(found) && found.length === exampleNames.length);
    return found.map((boxes: unknown) => {
      assert.ok(Array.isArray(boxes) && boxes.length > 0 && boxes.every(isBox));
      return boxes;
    });
  };

  for (const language of listExampleLanguages()) {
    it(`the examples have room for their names: ${language}`, async () => {
      const problems: string[] = [];
      for (const nodes of await readTranslatedBoxes(language)) {
        for (const [index, one] of nodes.entries()) {
          if (one.left < 0) problems.push(`${one.id} begins ${-one.left} px left of the canvas`);
          for (const other of nodes.slice(index + 1)) {
            if (doOverlap(withWireSpace(one), withWireSpace(other)))
              problems.push(`${one.id} has no space for a wire to ${other.id}`);
          }
        }
      }
      assert.deepEqual(problems, []);
    });
  }

  for (const name of exampleNames) {
    it(`the example ${name} is tidy: nothing overlaps, nodes begin on the grid`, async () => {
      const tab = `${name}-tab`;
      const nodes = await readNodeBoxes(tab);
      await saveRequestedScreenshot(editor.page, `example-${name}`);
      const placed = readExampleFlow(name).filter(
        ({ type, x }) => x !== undefined && type !== 'group',
      );
      assert.equal(nodes.length, placed.length);
      for (const boxes of [nodes, await readGroupBoxes(tab)]) {
        for (const one of boxes) {
          const overlapping = boxes.find((other) => other !== one && doOverlap(one, other));
          assert.equal(overlapping, undefined, `${one.id} overlaps ${overlapping?.id}`);
        }
      }
      const offGrid = nodes.filter(({ left }) => left % 20 !== 0);
      assert.deepEqual(offGrid, []);
    });
  }

  it('nothing is wrong with any node', async () => {
    const invalid: unknown = await editor.page.evaluate(
      `RED.nodes.filterNodes({}).filter((node) => node.valid === false).map(({ id }) => id)`,
    );
    assert.deepEqual(invalid, []);
    assert.deepEqual(editor.problems, []);
  });
});
