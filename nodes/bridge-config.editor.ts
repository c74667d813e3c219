import { rateBounds } from 'lighting-bridge:table';
import type { ConnectionDialog } from '../src/editor';

const text = lightingBridge.createTranslator('bridge-config');

let connectionDialog: ConnectionDialog | undefined;

const rateLimitSetting = (setting: string) => ({
  value: '',
  label: text(`label.${setting}`),
  validate: lightingBridge.validators.numberValidator({ ...rateBounds, optional: true }),
});

RED.nodes.registerType('bridge-config', {
  category: 'config',
  icon: 'bridge-config.svg',
  defaults: {
    name: { value: '' },
    host: { value: '', validate: lightingBridge.validators.hostValidator() },
    port: {
      value: '443',
      label: text('label.port'),
      validate: lightingBridge.validators.numberValidator({
        least: 1,
        most: 65_535,
        integer: true,
      }),
    },
    keyHeader: {
      value: 'home-application-key',
      label: text('label.keyHeader'),
      validate: lightingBridge.validators.headerNameValidator(),
    },
    bridgeId: { value: '', validate: lightingBridge.validators.bridgeIdValidator() },
    fingerprint: { value: '', validate: lightingBridge.validators.fingerprintValidator() },
    caFile: { value: '' },
    events: { value: 'auto' },
    showStates: { value: true },
    lampsPerSecond: rateLimitSetting('lampsPerSecond'),
    groupsPerSecond: rateLimitSetting('groupsPerSecond'),
    othersPerSecond: rateLimitSetting('othersPerSecond'),
  },
  credentials: { key: { type: 'password' }, pairing: { type: 'text' } },
  paletteLabel: () => text('paletteLabel'),
  label() {
    return this.name || this.host || text('paletteLabel');
  },
  oneditprepare() {
    lightingBridge.prepareForm(this, {
      prepareWidgets: () => {
        connectionDialog = lightingBridge.prepareConnectionDialog(this, text);
        lightingBridge.prepareImportButton($('#bridge-config-import'));
      },
    });
  },
  oneditsave() {
    connectionDialog?.close(true);
  },
  oneditcancel() {
    connectionDialog?.close(false);
  },
  oneditdelete() {
    connectionDialog?.close(false);
  },
});
