import type { ListedResource } from '../../vocabulary/lookup/list-index';
import type { FieldDescription, OperationName, DocumentationSource } from '../../resources';

// Response bodies of the admin routes, shared by handlers and dialogs. All of it is plain JSON.

/** One resource, as pickers show it and find it by its name. */
export interface ResourceListItem extends ListedResource {
  state: ResourceListItemState;
  /** Buttons of a device, or the button itself; missing where there are none. */
  buttons?: readonly ButtonListItem[];
  /** What a lamp can show; missing for anything else. */
  abilities?: LampCapabilities;
}

/** A button, a bell or a dial. */
export interface ButtonListItem {
  /** As the button node names it: its number on the device, `dial` or `bell`. */
  readonly button: string;
  /** What it can report. */
  readonly events: readonly string[];
}

/** What a lamp can show, as a dialog offers it. */
export interface LampCapabilities {
  /** Warmest and coldest white, in kelvin; missing for a lamp without whites to choose from. */
  kelvin?: { readonly warmest: number; readonly coldest: number };
  hasColor: boolean;
  isDimmable: boolean;
  /** Names of the effects it offers. */
  effects: readonly string[];
}

/** Present state, as pickers show it beside a name. */
export interface ResourceListItemState {
  on?: boolean;
  /** Percent. */
  brightness?: number;
  /** `#rrggbb` */
  color?: string;
  /** The state in words: key and values of a text that nodes show as their status. */
  status?: { key: string; values?: Record<string, string | number> };
  /** A state for which there are no such words. */
  text?: string;
}

/** All resources of a bridge. */
export interface ResourceListResponse {
  resources: readonly ResourceListItem[];
  /** ISO 8601. */
  refreshedAt: string | undefined;
}

/** Entry of the resource table for one type. */
export interface ResourceTypeTableEntry {
  rtype: string;
  origin: DocumentationSource;
  operations: readonly OperationName[];
  /** Members of the bodies that the type takes. */
  fields: { create?: readonly FieldDescription[]; update?: readonly FieldDescription[] };
}

/** The resource table. */
export interface ResourceTableResponse {
  types: readonly ResourceTypeTableEntry[];
}

/** What a command did that was tried in a dialog. */
export interface TriedCommandResponse {
  /** Name of the lamp or group; missing for several. */
  name?: string;
  /** Name of its room or zone. */
  room?: string;
  /** Sentences about what the lamp cannot do as asked. */
  warnings: readonly string[];
}

/** Result of a connection test with the settings of a dialog. */
export interface ConnectionTestResponse {
  ok: true;
  name: string;
  fingerprint: string;
  commonName: string;
  /** Header in which the bridge takes the key. */
  keyHeader: string;
  /** Number of resources. */
  resources: number;
}

/** The certificate that a bridge presents. */
export interface CertificateResponse {
  fingerprint: string;
  commonName: string;
  /** ISO 8601. */
  validTo: string;
  /** Fingerprint of the certificate that was trusted there on first use. */
  trusted: string | undefined;
}

/** A page of the documentation. */
export interface DocumentationPageResponse {
  markdown: string;
}

/** Id of a started task, for polling it. */
export interface StartedTaskResponse {
  id: string;
}

/** A discovered bridge; unknown members are empty. */
export interface BridgeListItem {
  name: string;
  model: string;
  host: string;
  port: number;
  bridgeId: string;
}

/** State of a discovery. */
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
