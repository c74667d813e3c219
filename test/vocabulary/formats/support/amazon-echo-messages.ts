import type { Members } from '../../../../src/resources/members';
import type { PlainLight } from '../../../../src/resources/types/light';
import { formatLightState } from '../../../../src/vocabulary/formats/light-formats';
import { colorLamp } from '../../support/sample-resources';
import type { RealMessage, RealMessages, RealState } from './real-messages';

/** What a new hub presumes. */
const presumed: Members = {
  on: false,
  bri: 254,
  percentage: 100,
  hue: 0,
  sat: 254,
  xy: [0.6484272236872118, 0.33085610147277794],
  ct: 199,
  rgb: [254, 0, 0],
  colormode: 'ct',
};

/** @param changes what the hub makes of it, beyond the members of the request itself */
const ask = (input: Members, words: unknown, changes: Members = {}): RealMessage => {
  const known = Object.fromEntries(Object.entries(input).filter(([name]) => name in presumed));
  const now = { ...presumed, ...known, ...changes };
  const replaced = Object.entries(presumed).filter(
    ([name, value]) => JSON.stringify(now[name]) !== JSON.stringify(value),
  );
  return {
    given: input,
    message: {
      ...now,
      meta: { input, changes: Object.fromEntries(replaced) },
      payload: now['on'] === true ? 'on' : 'off',
      deviceid: '0a1b2c3d4e5f6071',
      topic: '',
    },
    words,
  };
};

const owner = { id: 'desk', type: 'device', metadata: { name: 'Desk lamp' } };

const tell = (light: PlainLight, kept: Members): RealState => ({
  sent: {
    payload: formatLightState('alexa', light, {
      withOwner: { resource: colorLamp, owner, services: [] },
    }),
  },
  kept,
});

const yellow = {
  xy: [0.5170302177056586, 0.4380569708455673],
  rgb: [254, 169, 0],
  colormode: 'hs',
};

/** What a speaker without a cloud asks its hub for. */
export const amazonEchoMessages: RealMessages = {
  name: 'amazon-echo',
  packages: ['node-red-contrib-amazon-echo@0.1.10'],
  format: 'alexa',
  messages: [
    ask({ on: true }, true),
    ask({ on: false }, false),
    ask({ on: true, bri: 127 }, { on: true, brightness: 50 }, { percentage: 50 }),
    ask({ on: true, bri: 1 }, { on: true, brightness: 0.39 }, { percentage: 0 }),
    ask({ on: true, bri: 254 }, { on: true, brightness: 100 }),
    // The hub does not know whether the lamp is on.
    ask({ bri: 127 }, { brightness: 50 }, { percentage: 50 }),
    ...[153, 199, 383, 500].map((ct) => ask({ on: true, ct }, { on: true, mirek: ct })),
    ask({ ct: 383 }, { mirek: 383 }),
    ask({ hue: 7282, sat: 254 }, { hue: 40, saturation: 100 }, yellow),
    ask({ on: true, hue: 7282, sat: 254 }, { on: true, hue: 40, saturation: 100 }, yellow),
    ask(
      { xy: [0.4, 0.4] },
      { xy: [0.4, 0.4] },
      { hue: 7282, sat: 96, rgb: [255, 223, 159], colormode: 'hs' },
    ),
    ask({ hue: 21845 }, { hue: 120 }),
    ask({ on: true, transitiontime: 10 }, { on: true, transition: '1s' }),
    ask({ bri_inc: 30 }, 'nothing'),
    ask({ on: true, effect: 'colorloop' }, true),
  ],
  states: [
    tell(
      { on: true, brightness: 50, color: '#ff8800' },
      { on: true, bri: 127, hue: 5825, sat: 254 },
    ),
    tell({ on: true, brightness: 50, kelvin: 2703 }, { on: true, bri: 127, ct: 370 }),
    tell({ on: true, brightness: 0.39, kelvin: 6500 }, { on: true, bri: 1, ct: 154 }),
    tell({ on: false, brightness: 50 }, { on: false, bri: 127, ct: 199 }),
    tell(
      { on: true, brightness: 100, color: '#0000ff' },
      { on: true, bri: 254, hue: 43690, sat: 254 },
    ),
    tell({ on: true }, { on: true, bri: 254, ct: 199 }),
  ],
};
