import type { Locator, Page } from 'playwright-core';
import type { HomeConnection, HomeFrame, HomeItem } from '../../../src/runtime/home/home-item';

/** A bridge of the test in place of the runtime's: what it sends and what it was told. */
export interface MadeUpFeed {
  /** Sends a frame to the readers of a bridge, and waits until it is drawn. */
  send(frame: HomeFrame, bridgeId?: string): Promise<void>;
  /** How many streams are open now. */
  countReaders(): Promise<number>;
  /** Ends all streams. */
  end(): Promise<void>;
}

export const live: HomeConnection = { state: 'live' };

/** Runs in the page: answers the requests of streams. */
const feedScript = `(() => {
  const readers = new Map();
  let opened = 0;
  const sendOf = window.fetch;
  window.madeUpFeed = {
    count: () => readers.size,
    opened: () => opened,
    send(bridge, frame) {
      for (const [controller, id] of readers)
        if (id === bridge) controller.enqueue(new TextEncoder().encode('data: ' + JSON.stringify(frame) + '\\n\\n'));
    },
    end() {
      for (const controller of readers.keys()) controller.close();
      readers.clear();
    },
  };
  window.fetch = async (url, options) => {
    const [, bridge] = /lighting-bridge\\/home\\/(.+)\\/stream$/.exec(String(url)) ?? [];
    if (bridge === undefined) return sendOf(url, options);
    let reader;
    const body = new ReadableStream({
      start(controller) {
        reader = controller;
        readers.set(controller, decodeURIComponent(bridge));
        opened += 1;
      },
      cancel: () => readers.delete(reader),
    });
    options?.signal?.addEventListener('abort', () => {
      if (!readers.delete(reader)) return;
      reader.error(new DOMException('aborted', 'AbortError'));
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
})()`;

/** Lets the test say what the home of a bridge is. */
export async function makeUpFeed(page: Page, usualBridge: string): Promise<MadeUpFeed> {
  // Node-RED 5 shows the tab when it opens if a test before has shown it.
  await page.evaluate(`RED.sidebar.show('info')`);
  await page.locator('.lighting-bridge-home').waitFor({ state: 'hidden' });
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))',
  );
  await page.evaluate(feedScript);
  return {
    async send(frame, bridgeId = usualBridge) {
      await page.evaluate(`madeUpFeed.send(${JSON.stringify(bridgeId)}, ${JSON.stringify(frame)})`);
      await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    },
    countReaders: () => page.evaluate<number>('madeUpFeed.count()'),
    end: () => page.evaluate('madeUpFeed.end()'),
  };
}

/** The tab of the sidebar. */
export interface HomePage {
  readonly tab: Locator;
  /** Shows the tab. */
  show(): Promise<void>;
  /** The tile of an item by its id. */
  tile(id: string): Locator;
  section(name: string): Locator;
}

export function createHomePage(page: Page): HomePage {
  const tab = page.locator('.lighting-bridge-home');
  return {
    tab,
    async show() {
      await page.evaluate(`RED.sidebar.show('lighting-bridge-home')`);
      await tab.waitFor();
    },
    tile: (id) => tab.locator(`.tile[data-rid="${id}"]`),
    section: (name) => tab.getByRole('group', { name, exact: true }),
  };
}

/** The home frame of a bridge that sends its changes. */
export const toHomeFrame = (items: readonly HomeItem[]): HomeFrame => ({
  kind: 'home',
  connection: live,
  items,
});

/** A home of rooms with lamps, scenes and sensors, so large as asked. */
export function makeUpHome(rooms: number, lampsPerRoom: number): HomeItem[] {
  const toId = (kind: number, room: number, index: number): string =>
    `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${room.toString(16).padStart(6, '0')}${index.toString(16).padStart(6, '0')}`;
  return Array.from({ length: rooms }, (_, room): HomeItem[] => {
    const roomId = toId(1, room, 0);
    const lamps = Array.from({ length: lampsPerRoom }, (_lamp, index): HomeItem => ({
      rtype: 'light',
      id: toId(2, room, index),
      name: `Lamp ${room}-${index}`,
      room: roomId,
      owner: toId(3, room, index),
      on: index % 3 !== 2,
      brightness: 20 + ((index * 37 + room * 11) % 80),
      ...(index % 4 === 1
        ? { color: { x: 0.2 + 0.1 * (room % 5), y: 0.15 + 0.12 * (index % 4) } }
        : { mirek: 180 + ((index * 60) % 300) }),
      colorCapable: index % 4 === 1,
      mirekCapable: true,
      mirekRange: [153, 500],
    }));
    const scenes = ['Relax', 'Read'].map((name, index): HomeItem => ({
      rtype: 'scene',
      id: toId(4, room, index),
      name,
      group: roomId,
      active: index === 0 && room % 3 === 0,
      palette: [{ mirek: 400 }, { x: 0.5, y: 0.4 }, { x: 0.2, y: 0.2 }],
    }));
    const device = toId(6, room, 0);
    const deviceMembers = { name: `Sensor ${room}`, room: roomId, owner: device, battery: 64 };
    return [
      {
        rtype: 'room',
        id: roomId,
        name: `Room ${room + 1}`,
        members: lamps.map(({ id }) => id),
        groupedLight: toId(5, room, 0),
        on: lampsPerRoom > 0,
        brightness: 54,
      },
      ...lamps,
      ...scenes,
      { ...deviceMembers, rtype: 'motion', id: toId(7, room, 0), value: false, enabled: true },
      {
        ...deviceMembers,
        rtype: 'temperature',
        id: toId(8, room, 0),
        value: 21.3,
        unit: '°C',
        enabled: true,
      },
    ];
  }).flat();
}
