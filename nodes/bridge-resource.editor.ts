const { commandChecks, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-resource');
const settings = lightingBridge.createSettings(text);
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(text);
const writeCondition = 'operation=create update message';

RED.nodes.registerType('bridge-resource', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-resource.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    bridgeFromMessage: { value: false },
    rtype: {
      value: '',
      validate: validators.resourceTypeValidator({ operation: 'operation', optional: true }),
    },
    operation: { value: '' },
    target: settings.target({ when: 'operation=get update delete message' }),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    command: settings.command(commandChecks.checkResourceDialogBody, {
      when: writeCondition,
    }),
    commandType: { value: 'msg' },
    allowUnknownFields: { value: false },
    output: { value: 'message' },
    readAs: { value: 'resource' },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels,
  oneditprepare() {
    lightingBridge.prepareResourceTypeSelect(this, text('rtype.message'), { takesUnlisted: true });
    lightingBridge.prepareOperationSelect(this);
    lightingBridge.prepareForm(this, {
      target: {
        accepts: lightingBridge.createChosenTypeFilter(this),
        resolve: lightingBridge.createChosenTypeResolver(this, {
          takesUnlisted: true,
          isOffered: ({ operations }) => {
            const operation = lightingBridge.getSettingValue(this, 'operation');
            return operation === 'message' || operations.some((one) => one === operation);
          },
        }),
      },
    });
    lightingBridge.prepareBodyFieldTable(this, $('#bridge-resource-fields'));
  },
});
