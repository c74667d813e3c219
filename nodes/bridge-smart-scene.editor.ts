const { settings } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-smart-scene');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(
  text,
  ({ operation }) => text(`does.${operation || 'message'}`),
);

RED.nodes.registerType('bridge-smart-scene', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-smart-scene.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridgeSetting(),
    bridgeFromMessage: { value: false },
    operation: { value: 'recall' },
    target: settings.targetSetting(text, { when: 'operation=recall get update delete message' }),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    recall: { value: '' },
    command: {
      value: 'payload',
      label: text('label.command'),
      validate: lightingBridge.smartSceneValidator(text, {
        when: 'operation=create update message|operation=recall;recall=message',
      }),
    },
    commandType: { value: 'msg' },
    output: { value: 'message' },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels,
  oneditprepare() {
    const recall = lightingBridge.getSettingField(this, 'recall');
    /** Fills in whether the picked scene is an ordinary one, and offers to stop only what can be stopped. */
    const describeTarget = (): void => {
      const resources = lightingBridge.getCachedResources(
        lightingBridge.getSettingValue(this, 'bridge'),
      );
      const rid = lightingBridge.getSettingValue(this, 'target');
      const rtype = resources?.find((resource) => resource.rid === rid)?.rtype ?? '';
      lightingBridge.getSettingField(this, 'targetKind').val(rtype);
      const stop = recall.find('option[value="deactivate"]');
      const isOffered = rtype !== 'scene' || recall.val() === 'deactivate';
      stop.prop({ hidden: !isOffered, disabled: !isOffered });
    };
    $('#dialog-form').on('change', describeTarget);
    describeTarget();
    lightingBridge.prepareForm(this, {
      target: {
        accepts: ({ rtype }) =>
          rtype === 'smart_scene' ||
          (rtype === 'scene' && lightingBridge.getSettingValue(this, 'operation') === 'recall'),
        resolve: (index, nameOrId, at) =>
          lightingBridge.getSettingValue(this, 'operation') === 'recall'
            ? lightingBridge.resolveRecallTarget(index, nameOrId, at)
            : lightingBridge.resolveSmartSceneTarget(index, nameOrId, at),
      },
      typedInputs: { command: lightingBridge.commandInputTypes },
    });
    lightingBridge.prepareWeekEditor(this, {
      button: $('#bridge-smart-scene-draw'),
      container: $('#bridge-smart-scene-week'),
      text,
    });
  },
});
