import { rateBounds } from 'lighting-bridge:table';

const { validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-config');
const settings = lightingBridge.createSettings('bridge-config');

const rate = { ...rateBounds, optional: true };

let closeConnectionDialog: ((isConfirmed: boolean) => void) | undefined;

RED.nodes.registerType('bridge-config', {
  category: 'config',
  icon: 'bridge-config.svg',
  defaults: {
    name: { value: '' },
    host: { value: '', validate: validators.hostValidator },
    port: settings.number('port', { least: 1, most: 65_535, integer: true }, '443'),
    keyHeader: settings.checked(
      'keyHeader',
      validators.headerNameValidator,
      'home-application-key',
    ),
    bridgeId: { value: '', validate: validators.bridgeIdValidator },
    fingerprint: { value: '', validate: validators.fingerprintValidator },
    caFile: { value: '' },
    events: { value: 'auto' },
    showStates: { value: true },
    logbook: { value: 'off' },
    lampsPerSecond: settings.number('lampsPerSecond', rate),
    groupsPerSecond: settings.number('groupsPerSecond', rate),
    othersPerSecond: settings.number('othersPerSecond', rate),
  },
  credentials: { key: { type: 'password' }, pairing: { type: 'text' } },
  paletteLabel: () => text('paletteLabel'),
  label() {
    return this.name || this.host || text('paletteLabel');
  },
  oneditprepare() {
    lightingBridge.prepareForm(this, {
      prepareWidgets: () => {
        closeConnectionDialog = lightingBridge.prepareConnectionDialog(this);
        lightingBridge.prepareImportButton();
      },
    });
  },
  oneditsave() {
    closeConnectionDialog?.(true);
  },
  oneditcancel() {
    closeConnectionDialog?.(false);
  },
  oneditdelete() {
    closeConnectionDialog?.(false);
  },
});
