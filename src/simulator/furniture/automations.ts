import type { Resource } from '../../resources';
import { deviceReference } from './device';
import { idOf } from './id-of';

interface Script {
  key: string;
  name: string;
  description: string;
  category: string;
  triggers?: boolean;
}

const scripts: readonly Script[] = [
  {
    key: 'wake-up',
    name: 'Wake up with light',
    description: 'Brightens a room slowly before the alarm goes off.',
    category: 'automation',
  },
  {
    key: 'coming-home',
    name: 'Coming home',
    description: 'Switches lights on when the first person comes home.',
    category: 'automation',
    triggers: true,
  },
  {
    key: 'dimmer',
    name: 'Dimmer',
    description: 'Gives each button of a dimmer its work.',
    category: 'accessory',
  },
];

const furnishScript = ({ key, name, description, category, triggers }: Script): Resource => ({
  id: idOf(`behavior_script/${key}`),
  type: 'behavior_script',
  description,
  configuration_schema: { $ref: `${key}_configuration.json#` },
  trigger_schema: triggers === true ? { $ref: 'trigger.json#' } : {},
  state_schema: {},
  version: '0.0.1',
  metadata: { name, category },
  supported_features: [],
  max_number_instances: 255,
});

interface Instance {
  key: string;
  name: string;
  enabled: boolean;
  configuration: Readonly<Record<string, unknown>>;
  dependee: { rid: string; rtype: string };
}

const bedroom = { rid: idOf('room/bedroom'), rtype: 'room' };
const hallway = { rid: idOf('room/hallway'), rtype: 'room' };

const instances: readonly Instance[] = [
  {
    key: 'wake-up',
    name: 'Weekday alarm',
    enabled: true,
    configuration: {
      when: { recurrence_days: ['monday', 'tuesday'], time_point: { hour: 6, minute: 45 } },
      where: [{ group: bedroom }],
      fade_in_duration: { seconds: 1800 },
    },
    dependee: bedroom,
  },
  {
    key: 'coming-home',
    name: 'Somebody is home',
    enabled: false,
    configuration: { where: [{ group: hallway }] },
    dependee: hallway,
  },
  {
    key: 'dimmer',
    name: 'Living room dimmer',
    enabled: true,
    configuration: { device: deviceReference('living-dimmer') },
    dependee: deviceReference('living-dimmer'),
  },
];

/** `rid` and `rtype` are the service document's shape, the others that of real bridges. */
const furnishInstance = (instance: Instance): Resource => ({
  id: idOf(`behavior_instance/${instance.key}`),
  type: 'behavior_instance',
  script_id: idOf(`behavior_script/${instance.key}`),
  enabled: instance.enabled,
  state: {},
  configuration: instance.configuration,
  dependees: [
    {
      ...instance.dependee,
      type: 'ResourceDependee',
      target: instance.dependee,
      level: 'critical',
    },
  ],
  status: instance.enabled ? 'running' : 'disabled',
  last_error: '',
  metadata: { name: instance.name },
});

/** Scripts with one automation each, and the people who come and go. */
export const furnishAutomations = (): Resource[] => [
  ...scripts.map(furnishScript),
  ...instances.map(furnishInstance),
  {
    id: idOf('geofence_client/phone'),
    type: 'geofence_client',
    name: 'Jürgen’s phone',
    is_at_home: true,
  },
  {
    id: idOf('geofence_client/tablet'),
    type: 'geofence_client',
    name: 'Tablet',
    is_at_home: false,
  },
];
