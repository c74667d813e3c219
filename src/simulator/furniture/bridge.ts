import { resourceTypes } from '../../resources';
import type { Resource } from '../../resources';
import { deviceReference, deviceWith, radioServices, service } from './device';
import { idOf, macAddressOf } from './id-of';

/** The bridge as a device, with what it alone can do. */
const furnishBridgeDevice = (bridgeId: string): Resource[] =>
  deviceWith(
    {
      key: 'bridge',
      name: 'Simulated bridge',
      product: { modelId: 'BSB002', productName: 'Simulated bridge', archetype: 'bridge_v2' },
    },
    [
      service('bridge', 'bridge', {
        bridge_id: bridgeId,
        time_zone: { time_zone: 'Europe/Amsterdam' },
      }),
      ...radioServices('bridge').map((resource) =>
        resource.type === 'zigbee_connectivity'
          ? {
              ...resource,
              channel: { status: 'set', value: 'channel_20' },
              extended_pan_id: '02a1b2c3d4e5f607',
            }
          : resource,
      ),
      service('zigbee_device_discovery', 'bridge', {
        status: 'ready',
        action: { action_type_values: ['search', 'search_allow_default_link_key'] },
        add_install_codes: {},
      }),
      service('entertainment', 'bridge', {
        renderer: false,
        proxy: true,
        equalizer: false,
        max_streams: 1,
      }),
      service('wifi_connectivity', 'bridge', {
        status: 'connected',
        mac_address: macAddressOf('wifi').slice(0, 17),
        signal_strength: { status: 'good', value: -52 },
        has_ssid: true,
      }),
    ],
  );

/** What the bridge holds beside its device. */
export const furnishBridge = (bridgeId: string): Resource[] => [
  ...furnishBridgeDevice(bridgeId),
  {
    id: idOf('matter'),
    type: 'matter',
    max_fabrics: 16,
    has_qr_code: true,
    software_version_string: '1.0.0',
  },
  {
    id: idOf('matter_fabric/living'),
    type: 'matter_fabric',
    owner: deviceReference('bridge'),
    status: 'paired',
    fabric_data: { label: 'Kitchen display', vendor_id: 65_521 },
    creation_time: '2026-01-10T18:05:00Z',
  },
  {
    id: idOf('homekit'),
    type: 'homekit',
    status: 'unpaired',
    status_values: ['paired', 'unpaired'],
  },
  {
    id: idOf('geolocation'),
    type: 'geolocation',
    is_configured: true,
    sun_today: { sunset_time: '18:42:00', day_type: 'normal_day' },
  },
  {
    id: idOf('clip'),
    type: 'clip',
    resources: resourceTypes.map((rtype) => ({ rtype })),
  },
  { id: idOf('public_image/sunset'), type: 'public_image' },
  {
    id: idOf('entertainment_configuration/tv'),
    type: 'entertainment_configuration',
    metadata: { name: 'Television' },
    name: 'Television',
    configuration_type: 'screen',
    status: 'inactive',
    stream_proxy: {
      mode: 'auto',
      node: { rid: idOf('entertainment/bridge'), rtype: 'entertainment' },
    },
    channels: [
      {
        channel_id: 0,
        position: { x: 0, y: 1, z: 0 },
        members: [
          { service: { rid: idOf('entertainment/tv-strip'), rtype: 'entertainment' }, index: 0 },
        ],
      },
    ],
    locations: {
      service_locations: [
        {
          service: { rid: idOf('entertainment/tv-strip'), rtype: 'entertainment' },
          positions: [{ x: 0, y: 1, z: 0 }],
          equalization_factor: 1,
        },
      ],
    },
    light_services: [{ rid: idOf('light/tv-strip'), rtype: 'light' }],
  },
];
