/** Nodes that people place in a flow. */
export const placedNodeTypes = [
  'bridge-light',
  'bridge-room',
  'bridge-scene',
  'bridge-smart-scene',
  'bridge-automation',
  'bridge-speaker',
  'bridge-sensor',
  'bridge-resource',
  'bridge-poll',
  'bridge-button',
  'bridge-status',
  'bridge-mqtt',
  'bridge-daylight',
  'bridge-sun',
  'bridge-backup',
] as const;
