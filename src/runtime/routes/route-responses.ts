import type { ListedResource } from '../../vocabulary/lookup/list-index';
import type { DiscoveredBridge } from '../../bridge';
import type { FieldDescription, OperationName } from '../../resources';
import type { CommandWarning } from '../../vocabulary/parsing/parse-result';

// Response bodies of the admin routes as plain JSON, shared by handlers and dialogs.

export interface ResourceListItem extends ListedResource {
  state: ResourceListItemState;
  /** Buttons of a device, or the button itself. */
  buttons?: readonly ButtonListItem[];
  /** Missing unless the resource is a lamp. */
  abilities?: LampCapabilities;
}

/** A button, a bell or a dial. */
export interface ButtonListItem {
  /** Number on the device, `dial` or `bell`, as in the button node. */
  readonly button: string;
  readonly events: readonly string[];
}

export interface LampCapabilities {
  /** Warmest and coldest white, in kelvin; missing for a lamp without adjustable white. */
  kelvin?: { readonly warmest: number; readonly coldest: number };
  hasColor: boolean;
  isDimmable: boolean;
  effects: readonly string[];
}

/** What the picker shows of the state of a resource: the light of a lamp, or a text. */
export interface ResourceListItemState {
  on?: boolean;
  /** Percent. */
  brightness?: number;
  /** `#rrggbb` */
  color?: string;
  /** Key and values of the status text. */
  status?: { key: string; values?: Record<string, string | number> };
  /** Text for a state without a status text. */
  text?: string;
}

export interface ResourceListResponse {
  resources: readonly ResourceListItem[];
  /** ISO 8601. */
  refreshedAt: string | undefined;
}

export interface ResourceTypeTableEntry {
  rtype: string;
  operations: readonly OperationName[];
  /** Members of the bodies that the type takes. */
  fields: { create?: readonly FieldDescription[]; update?: readonly FieldDescription[] };
}

export interface ResourceTableResponse {
  types: readonly ResourceTypeTableEntry[];
}

export interface TriedCommandResponse {
  /** Name of the lamp or group; missing for several targets. */
  name?: string;
  /** Name of its room or zone. */
  room?: string;
  /** About parts of the command that the lamp does not support. */
  warnings: readonly CommandWarning[];
}

export interface SentCommandResponse {
  ok: true;
  /** Sentences about parts of the command that the resource does not support. */
  warnings: readonly string[];
}

export interface ConnectionTestResponse {
  ok: true;
  name: string;
  fingerprint: string;
  commonName: string;
  /** Key header that the bridge accepts. */
  keyHeader: string;
  resources: number;
}

export interface CertificateResponse {
  fingerprint: string;
  commonName: string;
  /** ISO 8601. */
  validTo: string;
  /** Fingerprint of the certificate that was trusted on first use at this address. */
  trusted: string | undefined;
}

export interface DocumentationPageResponse {
  markdown: string;
}

export interface StartedTaskResponse {
  id: string;
}

/** A discovered bridge; unknown members are empty. */
export type BridgeListItem = Required<DiscoveredBridge>;

export interface DiscoveryProgress {
  done: boolean;
  bridges: readonly BridgeListItem[];
}

/** State of a pairing. It never contains the key, which stays in the runtime. */
export type PairingProgress =
  | { state: 'waiting'; secondsLeft: number }
  | { state: 'paired'; bridgeId: string; fingerprint: string; keyHeader: string }
  | { state: 'failed'; error: { code: string; message: string } }
  | { state: 'cancelled' };
