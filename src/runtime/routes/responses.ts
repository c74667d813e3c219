import type { RestoreReport } from '../../backup/carry-out';
import type { RestorePlan } from '../../backup/plan';
import type { BackupText } from '../../backup/texts';
import type { ListedResource } from '../../vocabulary/listed-resources';
import type { DiscoveredBridge } from '../../bridge';
import type { FieldDescription } from '../../resources/describe-schema';
import type { OperationName } from '../../resources/resource';
import type { CommandWarning } from '../../vocabulary/parse-result';

export type { StoredIdsTakenOver } from '../bridge/store';

// Plain JSON, shared by handlers and dialogs.

export interface ResourceListItem extends ListedResource {
  state: ResourceListItemState;
  /** Of a device, or the button itself. */
  buttons?: readonly ButtonListItem[];
  abilities?: LampCapabilities;
}

/** A button, bell or dial. */
export interface ButtonListItem {
  /** Number on the device, `dial` or `bell`. */
  readonly button: string;
  readonly events: readonly string[];
}

export interface LampCapabilities {
  /** In kelvin; missing without adjustable white. */
  kelvin?: { readonly warmest: number; readonly coldest: number };
  hasColor: boolean;
  isDimmable: boolean;
  effects: readonly string[];
}

/** For the picker: the light of a lamp, or a text. */
export interface ResourceListItemState {
  on?: boolean;
  /** Percent. */
  brightness?: number;
  /** `#rrggbb` */
  color?: string;
  /** Of the status text. */
  status?: { key: string; values?: Record<string, string | number> };
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
  fields: { create?: readonly FieldDescription[]; update?: readonly FieldDescription[] };
}

export interface ResourceTableResponse {
  types: readonly ResourceTypeTableEntry[];
}

export interface TriedCommandResponse {
  /** Missing for several targets. */
  name?: string;
  /** Room or zone. */
  room?: string;
  /** About unsupported parts of the command. */
  warnings: readonly CommandWarning[];
}

export interface SentCommandResponse {
  ok: true;
  /** About unsupported parts of the command. */
  warnings: readonly string[];
}

export interface ConnectionTestResponse {
  ok: true;
  name: string;
  fingerprint: string;
  commonName: string;
  keyHeader: string;
  resources: number;
}

export interface CertificateResponse {
  fingerprint: string;
  commonName: string;
  /** ISO 8601. */
  validTo: string;
  /** Fingerprint from the first use of this address. */
  trusted: string | undefined;
}

export interface DocumentationPageResponse {
  markdown: string;
}

export interface StartedTaskResponse {
  id: string;
}

/** Unknown members are empty. */
export type BridgeListItem = Required<DiscoveredBridge>;

export interface DiscoveryProgress {
  done: boolean;
  bridges: readonly BridgeListItem[];
}

/** Never contains the key, which stays in the runtime. */
export type PairingProgress =
  | { state: 'waiting'; secondsLeft: number }
  | { state: 'paired'; bridgeId: string; fingerprint: string; keyHeader: string }
  | { state: 'failed'; error: { code: string; message: string } }
  | { state: 'cancelled' };

/** In place of an answer, for a file that is no backup. */
export interface BackupFileProblem {
  fileProblem: BackupText;
}

export interface DailyBackupListResponse {
  /** Days such as `2026-11-28`, latest first. */
  days: readonly string[];
}

export interface RestorePlanResponse extends RestorePlan {
  /** For each id in the file that the bridge has now, the id on the bridge. */
  ids: Readonly<Record<string, string>>;
}

export type RestoreProgressResponse =
  | { state: 'running'; settled: number; total: number }
  | ({ state: 'ended' } & Pick<RestoreReport, 'results' | 'stopped'>);
