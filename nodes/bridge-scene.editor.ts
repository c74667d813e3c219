import { maxTransition } from 'lighting-bridge:table';

const { commandChecks } = lightingBridge;
const settings = lightingBridge.createSettings('bridge-scene');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } =
  lightingBridge.labels('bridge-scene');
const recallCondition = 'operation=recall next previous random toggle message';

RED.nodes.registerType('bridge-scene', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-scene.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    bridgeFromMessage: { value: false },
    operation: { value: 'recall' },
    target: settings.target(),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    scene: settings.typed('scene', {
      when: 'operation=recall store rename delete',
    }),
    sceneType: { value: 'str' },
    scenes: settings.typed('scenes', {
      when: 'operation=next previous random toggle',
    }),
    scenesType: { value: 'str' },
    newName: settings.typed('newName', { when: 'operation=rename' }),
    newNameType: { value: 'str' },
    command: settings.command(commandChecks.checkSceneDialogCommand, 'operation=message'),
    commandType: { value: 'msg' },
    format: { value: 'plain' },
    brightness: settings.number('brightness', {
      least: 1,
      most: 100,
      optional: true,
      typeSetting: 'brightnessType',
      when: recallCondition,
    }),
    brightnessType: { value: 'num' },
    transition: settings.duration('transition', {
      most: maxTransition,
      optional: true,
      typeSetting: 'transitionType',
      when: recallCondition,
    }),
    transitionType: { value: 'str' },
    dynamic: { value: '' },
    speed: settings.number('speed', {
      least: 0,
      most: 1,
      optional: true,
      typeSetting: 'speedType',
      when: recallCondition,
    }),
    speedType: { value: 'num' },
    everywhere: { value: false },
    changes: { value: false },
    outputs: { value: 1 },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels,
  oneditprepare() {
    lightingBridge.prepareForm(this, { target: lightingBridge.targetRules['bridge-scene'] });
    lightingBridge.prepareUnknownScenesHint(this);
  },
});
