import type { AuthV1 } from '../types/auth-v1';
import type { BehaviorInstance } from '../types/behavior-instance';
import type { BehaviorScript } from '../types/behavior-script';
import type { BellButton } from '../types/bell-button';
import type { Bridge } from '../types/bridge';
import type { BridgeHome } from '../types/bridge-home';
import type { Button } from '../types/button';
import type { CameraMotion } from '../types/camera-motion';
import type { Clip } from '../types/clip';
import type { Contact } from '../types/contact';
import type { ConvenienceAreaMotion } from '../types/convenience-area-motion';
import type { Device } from '../types/device';
import type { DevicePower } from '../types/device-power';
import type { DeviceSoftwareUpdate } from '../types/device-software-update';
import type { Entertainment } from '../types/entertainment';
import type { EntertainmentConfiguration } from '../types/entertainment-configuration';
import type { Geofence } from '../types/geofence';
import type { GeofenceClient } from '../types/geofence-client';
import type { Geolocation } from '../types/geolocation';
import type { GroupedLight } from '../types/grouped-light';
import type { GroupedLightLevel } from '../types/grouped-light-level';
import type { GroupedMotion } from '../types/grouped-motion';
import type { Homekit } from '../types/homekit';
import type { Light } from '../types/light';
import type { LightLevel } from '../types/light-level';
import type { Matter } from '../types/matter';
import type { MatterFabric } from '../types/matter-fabric';
import type { Motion } from '../types/motion';
import type { MotionAreaCandidate } from '../types/motion-area-candidate';
import type { MotionAreaConfiguration } from '../types/motion-area-configuration';
import type { PublicImage } from '../types/public-image';
import type { RelativeRotary } from '../types/relative-rotary';
import type { Room } from '../types/room';
import type { Scene } from '../types/scene';
import type { SecurityAreaMotion } from '../types/security-area-motion';
import type { ServiceGroup } from '../types/service-group';
import type { SmartScene } from '../types/smart-scene';
import type { Speaker } from '../types/speaker';
import type { SwitchInputConfiguration } from '../types/switch-input-configuration';
import type { Tamper } from '../types/tamper';
import type { Temperature } from '../types/temperature';
import type { WifiConnectivity } from '../types/wifi-connectivity';
import type { ZgpConnectivity } from '../types/zgp-connectivity';
import type { ZigbeeBridgeConnectivity } from '../types/zigbee-bridge-connectivity';
import type { ZigbeeConnectivity } from '../types/zigbee-connectivity';
import type { ZigbeeDeviceDiscovery } from '../types/zigbee-device-discovery';
import type { Zone } from '../types/zone';

export type {
  AuthV1,
  BehaviorInstance,
  BehaviorScript,
  BellButton,
  Bridge,
  BridgeHome,
  Button,
  CameraMotion,
  Clip,
  Contact,
  ConvenienceAreaMotion,
  Device,
  DevicePower,
  DeviceSoftwareUpdate,
  Entertainment,
  EntertainmentConfiguration,
  Geofence,
  GeofenceClient,
  Geolocation,
  GroupedLight,
  GroupedLightLevel,
  GroupedMotion,
  Homekit,
  Light,
  LightLevel,
  Matter,
  MatterFabric,
  Motion,
  MotionAreaCandidate,
  MotionAreaConfiguration,
  PublicImage,
  RelativeRotary,
  Room,
  Scene,
  SecurityAreaMotion,
  ServiceGroup,
  SmartScene,
  Speaker,
  SwitchInputConfiguration,
  Tamper,
  Temperature,
  WifiConnectivity,
  ZgpConnectivity,
  ZigbeeBridgeConnectivity,
  ZigbeeConnectivity,
  ZigbeeDeviceDiscovery,
  Zone,
};

export interface ResourcesByType {
  auth_v1: AuthV1;
  behavior_instance: BehaviorInstance;
  behavior_script: BehaviorScript;
  bell_button: BellButton;
  bridge: Bridge;
  bridge_home: BridgeHome;
  button: Button;
  camera_motion: CameraMotion;
  clip: Clip;
  contact: Contact;
  convenience_area_motion: ConvenienceAreaMotion;
  device: Device;
  device_power: DevicePower;
  device_software_update: DeviceSoftwareUpdate;
  entertainment: Entertainment;
  entertainment_configuration: EntertainmentConfiguration;
  geofence: Geofence;
  geofence_client: GeofenceClient;
  geolocation: Geolocation;
  grouped_light: GroupedLight;
  grouped_light_level: GroupedLightLevel;
  grouped_motion: GroupedMotion;
  homekit: Homekit;
  light: Light;
  light_level: LightLevel;
  matter: Matter;
  matter_fabric: MatterFabric;
  motion: Motion;
  motion_area_candidate: MotionAreaCandidate;
  motion_area_configuration: MotionAreaConfiguration;
  public_image: PublicImage;
  relative_rotary: RelativeRotary;
  room: Room;
  scene: Scene;
  security_area_motion: SecurityAreaMotion;
  service_group: ServiceGroup;
  smart_scene: SmartScene;
  speaker: Speaker;
  switch_input_configuration: SwitchInputConfiguration;
  tamper: Tamper;
  temperature: Temperature;
  wifi_connectivity: WifiConnectivity;
  zgp_connectivity: ZgpConnectivity;
  zigbee_bridge_connectivity: ZigbeeBridgeConnectivity;
  zigbee_connectivity: ZigbeeConnectivity;
  zigbee_device_discovery: ZigbeeDeviceDiscovery;
  zone: Zone;
}
