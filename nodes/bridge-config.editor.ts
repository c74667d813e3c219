import { paceBounds } from 'lighting-bridge:table';
import type { ConnectionDialog } from '../src/editor';

const text = lightingBridge.texts('bridge-config');

let dialog: ConnectionDialog | undefined;

const pace = (setting: string) => ({
  value: '',
  label: text(`label.${setting}`),
  validate: lightingBridge.validate.number({ ...paceBounds, optional: true }),
});

RED.nodes.registerType('bridge-config', {
  category: 'config',
  icon: 'bridge-config.svg',
  defaults: {
    name: { value: '' },
    host: { value: '', validate: lightingBridge.validate.host() },
    port: {
      value: '443',
      label: text('label.port'),
      validate: lightingBridge.validate.number({ least: 1, most: 65_535, whole: true }),
    },
    keyHeader: {
      value: 'home-application-key',
      label: text('label.keyHeader'),
      validate: lightingBridge.validate.headerName(),
    },
    bridgeId: { value: '', validate: lightingBridge.validate.bridgeId() },
    fingerprint: { value: '', validate: lightingBridge.validate.fingerprint() },
    caFile: { value: '' },
    events: { value: 'auto' },
    lampsPerSecond: pace('lampsPerSecond'),
    groupsPerSecond: pace('groupsPerSecond'),
    othersPerSecond: pace('othersPerSecond'),
  },
  credentials: { key: { type: 'password' }, pairing: { type: 'text' } },
  paletteLabel: () => text('paletteLabel'),
  label() {
    return this.name || this.host || text('paletteLabel');
  },
  oneditprepare() {
    lightingBridge.prepareForm(this, {
      widgets: () => {
        dialog = lightingBridge.prepareConnection(this, text);
      },
    });
  },
  oneditsave() {
    dialog?.close(true);
  },
  oneditcancel() {
    dialog?.close(false);
  },
  oneditdelete() {
    dialog?.close(false);
  },
});
