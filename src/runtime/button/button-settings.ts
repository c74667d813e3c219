import type { NodeDef } from 'node-red';
import type { ButtonOutputSettings } from '../../vocabulary';
import type { WatchedTarget } from '../watched-address';

/** Settings of a button node as the flow file holds them; old or hand-written flows may lack any. */
export interface ButtonDef extends NodeDef, WatchedTarget, ButtonOutputSettings {
  bridge?: string;
  /** `press` for all that is known of a press, `event` for its name alone. */
  output?: string;
  /** Seconds between two looks where the bridge does not push. */
  interval?: string | number;
}
