import { bridgeId } from './dialog-harness';

const bySun = { follow: 'sun' };

/** At the bounds of each setting. A dialog may refuse only what the runtime refuses. */
export const settingBounds: readonly {
  node: string;
  setting: string;
  valid: readonly unknown[];
  invalid: readonly unknown[];
  /** The dialog then shows this setting. */
  beside?: Readonly<Record<string, string>>;
}[] = [
  {
    node: bridgeId,
    setting: 'host',
    valid: ['${HOST}', '192.168.1.20', 'bridge.local', 'bridge', '[2001:db8::1]', '1.example.org'],
    invalid: ['999.1.1.1', '192.168.1', '192.168.1.256', 'the bridge'],
  },
  {
    node: bridgeId,
    setting: 'port',
    valid: ['${PORT}', '1', '65535'],
    invalid: ['', '0', '65536', '1.5'],
  },
  {
    node: bridgeId,
    setting: 'keyHeader',
    valid: ['', '${KEY_HEADER}', 'hue-application-key', 'X-Key'],
    invalid: ['x_key', 'host', '1abc', 'a b'],
  },
  {
    node: bridgeId,
    setting: 'fingerprint',
    valid: ['', '${FINGERPRINT}', 'aB'.repeat(32), Array(32).fill('AB').join(':')],
    invalid: ['AB:CD', 'AB'.repeat(31), 'xy'.repeat(32)],
  },
  {
    node: bridgeId,
    setting: 'bridgeId',
    valid: ['', '${BRIDGE_ID}', '001788fffe123456', '001788FFFE123456'],
    invalid: ['001788fffe12345', 'kitchen'],
  },
  ...['lampsPerSecond', 'groupsPerSecond', 'othersPerSecond'].map((setting) => ({
    node: bridgeId,
    setting,
    valid: ['', '${RATE}', '0.1', '1000'],
    invalid: ['0', '1000.5', 'fast'],
  })),
  {
    node: 'bridge-room',
    setting: 'bridge',
    valid: [bridgeId, '${BRIDGE}'],
    invalid: ['', '_ADD_', 'no-such-bridge'],
  },
  {
    node: 'bridge-light',
    setting: 'targetBridges',
    valid: [[], [bridgeId, '']],
    invalid: [[bridgeId, 'no-such-bridge']],
  },
  {
    node: 'bridge-poll',
    setting: 'interval',
    valid: ['${INTERVAL}', '1', '1s', '86400', '24h'],
    invalid: ['', '999ms', '86401', '25h'],
  },
  {
    node: 'bridge-poll',
    setting: 'smallestChange',
    valid: ['', '0', '1000000'],
    invalid: ['-0.1', 'some'],
  },
  {
    node: 'bridge-light',
    setting: 'transition',
    valid: ['', '${FADE}', '0', '604800000', '7 days'],
    invalid: ['604800001', 'slow'],
    beside: { transitionType: 'str' },
  },
  ...['minBrightness', 'maxBrightness'].map((setting) => ({
    node: 'bridge-light',
    setting,
    valid: ['', '${BRIGHTNESS}', '0', '100'],
    invalid: ['-0.1', '100.1', 'bright'],
  })),
  ...['dayKelvin', 'nightKelvin'].map((setting) => ({
    node: 'bridge-daylight',
    setting,
    valid: ['${KELVIN}', '1000', '20000'],
    invalid: ['', '999', '20001'],
    beside: bySun,
  })),
  ...['dayBrightness', 'nightBrightness'].map((setting) => ({
    node: 'bridge-daylight',
    setting,
    valid: ['', '${BRIGHTNESS}', '1', '100'],
    invalid: ['0.9', '100.1'],
    beside: bySun,
  })),
  // The node needs lamps, a scene, or both.
  {
    node: 'bridge-daylight',
    setting: 'target',
    valid: ['11111111-2222-4333-8444-555555555555'],
    invalid: [''],
    beside: { scene: '' },
  },
  {
    node: 'bridge-daylight',
    setting: 'target',
    valid: [''],
    invalid: [],
    beside: { scene: 'Hall/Evening' },
  },
  {
    node: 'bridge-daylight',
    setting: 'resumeAfter',
    valid: ['', '${TIME}', '1ms', '7 days'],
    invalid: ['0ms', '604800001'],
  },
  ...['bridge-daylight', 'bridge-sun'].flatMap((node) => [
    {
      node,
      setting: 'latitude',
      valid: ['', '-90', '90'],
      invalid: ['-90.1', '90.1', 'north'],
      beside: bySun,
    },
    {
      node,
      setting: 'longitude',
      valid: ['', '-180', '180'],
      invalid: ['-180.1', '180.1'],
      beside: bySun,
    },
  ]),
  {
    node: 'bridge-scene',
    setting: 'brightness',
    valid: ['', '1', '100'],
    invalid: ['0.9', '100.1'],
    beside: { operation: 'recall', brightnessType: 'num' },
  },
  {
    node: 'bridge-scene',
    setting: 'transition',
    valid: ['', '0', '100min'],
    invalid: ['6000001', 'slow'],
    beside: { operation: 'recall', transitionType: 'str' },
  },
  {
    node: 'bridge-scene',
    setting: 'speed',
    valid: ['', '0', '1'],
    invalid: ['-0.1', '1.1'],
    beside: { operation: 'recall', speedType: 'num' },
  },
  {
    node: 'bridge-sensor',
    setting: 'endAfter',
    valid: ['', '0', '24h'],
    invalid: ['86400001', 'soon'],
  },
  {
    node: 'bridge-sensor',
    setting: 'sensitivity',
    valid: ['', '0', '4'],
    invalid: ['-1', '1.5'],
    beside: { sensitivityType: 'num' },
  },
  {
    node: 'bridge-speaker',
    setting: 'volume',
    valid: ['', '0', '100'],
    invalid: ['-1', '101'],
    beside: { volumeType: 'num' },
  },
  {
    node: 'bridge-speaker',
    setting: 'duration',
    valid: ['', '0', '65534000'],
    invalid: ['65534001', 'long'],
  },
];
