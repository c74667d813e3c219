import type { FieldDescription, Operation, Origin } from '../../resources';

// What the routes answer: handlers give it, dialogs read it. All of it is plain JSON.

/** One resource, as pickers show it. */
export interface ListedResource {
  rid: string;
  rtype: string;
  name: string;
  room: { rid: string; name: string } | null;
  state: ListedState;
  /** What can be pressed on a device, in the words of the button node; missing where nothing can. */
  buttons?: readonly string[];
}

/** Present state, as pickers show it beside a name. */
export interface ListedState {
  on?: boolean;
  /** Percent. */
  brightness?: number;
  /** `#rrggbb` */
  color?: string;
  text?: string;
}

/** Everything that a bridge holds. */
export interface ListedResources {
  resources: readonly ListedResource[];
  /** ISO 8601. */
  refreshedAt: string | undefined;
}

/** What the table says of one type. */
export interface TypeDescription {
  rtype: string;
  origin: Origin;
  operations: readonly Operation[];
  /** Members of the bodies that the type takes. */
  fields: { create?: readonly FieldDescription[]; update?: readonly FieldDescription[] };
}

/** What the table says of all types. */
export interface TableDescription {
  types: readonly TypeDescription[];
}

/** A bridge that answered with the settings of a dialog. */
export interface TestedBridge {
  ok: true;
  name: string;
  fingerprint: string;
  commonName: string;
  /** How many it holds. */
  resources: number;
}

/** A certificate that a bridge showed. */
export interface ShownCertificate {
  fingerprint: string;
  commonName: string;
  /** ISO 8601. */
  validTo: string;
  /** Fingerprint of the certificate that was trusted there on first use. */
  trusted: string | undefined;
}

/** A job that was started, to be asked after by its id. */
export interface StartedJob {
  id: string;
}

/** A bridge that answered on the network; what it does not tell is empty. */
export interface FoundBridge {
  name: string;
  model: string;
  host: string;
  port: number;
  bridgeId: string;
}

/** What a search has found so far. */
export interface SearchProgress {
  done: boolean;
  bridges: readonly FoundBridge[];
}

/** How far a pairing is. The key is no part of it: it stays in the runtime. */
export type PairingProgress =
  | { state: 'waiting'; secondsLeft: number }
  | { state: 'paired'; bridgeId: string; fingerprint: string; keyHeader: string }
  | { state: 'failed'; error: { code: string; message: string } }
  | { state: 'cancelled' };
