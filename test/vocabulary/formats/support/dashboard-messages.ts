import type { RealMessage, RealMessages } from './real-messages';

const pick = (color: string, format: string, payload: unknown, output = 'string'): RealMessage => ({
  given: { color, format, output },
  message: { payload },
  words: color,
});

/** What the colour picker of the older dashboard sends, by its format. */
export const dashboardMessages: RealMessages = {
  name: 'dashboard',
  packages: ['node-red-dashboard@3.6.6'],
  format: 'plain',
  messages: [
    pick('#ff8800', 'hex', '#ff8800'),
    pick('#ff8800', 'hex8', '#ff8800ff'),
    pick('#ff8800', 'rgb', 'rgb(255, 136, 0)'),
    pick('#ff8800', 'hsl', 'hsl(32, 100%, 50%)'),
    pick('#ff8800', 'hsv', 'hsv(32, 100%, 100%)'),
    pick('#ff8800', 'rgb', { r: 255, g: 136, b: 0, a: 1 }, 'object'),
    pick('#ff8800', 'hsl', { h: 32, s: 1, l: 0.5, a: 1 }, 'object'),
    pick('#ff8800', 'hsv', { h: 32, s: 1, v: 1, a: 1 }, 'object'),
    pick('#ffffff', 'hsv', { h: 0, s: 0, v: 1, a: 1 }, 'object'),
    pick('#ffffff', 'hsl', { h: 0, s: 0, l: 1, a: 1 }, 'object'),
  ],
  states: [],
};
