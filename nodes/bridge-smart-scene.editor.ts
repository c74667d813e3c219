const text = lightingBridge.texts('bridge-smart-scene');

RED.nodes.registerType('bridge-smart-scene', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-smart-scene.svg',
  defaults: {
    name: { value: '' },
    bridge: { value: '', type: 'bridge-config', validate: lightingBridge.validate.bridge() },
    operation: { value: 'recall' },
    target: {
      value: '',
      label: text('label.target'),
      validate: lightingBridge.validate.typed('targetType'),
    },
    targetType: { value: 'resource' },
    targetName: { value: '' },
    recall: { value: 'activate' },
    command: {
      value: 'payload',
      label: text('label.command'),
      validate: lightingBridge.validateSmartScene(text, {
        when: 'operation=create update message|operation=recall;recall=message',
      }),
    },
    commandType: { value: 'msg' },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel: () => text('paletteLabel'),
  label() {
    const recalls = this.operation === 'recall';
    const does = recalls ? text('does.recall') : text(`does.${this.operation || 'message'}`);
    return lightingBridge.labelOf(this, does);
  },
  labelStyle() {
    return lightingBridge.labelStyleOf(this);
  },
  inputLabels: () => text('port.input'),
  outputLabels: () => text('port.output'),
  oneditprepare() {
    lightingBridge.prepareForm(this, {
      target: {
        accepts: ({ rtype }) => rtype === 'smart_scene',
        nothing: lightingBridge.sharedText('target.fromMessage'),
        types: lightingBridge.targetTypes,
      },
      typed: { command: { types: lightingBridge.commandTypes } },
    });
    lightingBridge.prepareWeekEditor(this, {
      button: $('#bridge-smart-scene-draw'),
      place: $('#bridge-smart-scene-week'),
      text,
    });
  },
});
