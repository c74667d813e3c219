import type { NodeDef } from 'node-red';

/** Settings of a status node as the flow file holds them; old or hand-written flows may lack any. */
export interface StatusDef extends NodeDef {
  bridge?: string;
  /** `change`: each change; `connection`: when the bridge is lost and back; `request`: only when asked. */
  emit?: string;
  /** `status` for everything, otherwise the path of one of its members. */
  output?: string;
  emitAtStart?: boolean;
  /** Seconds after which the bridge is asked whether it is there. */
  interval?: string | number;
}
