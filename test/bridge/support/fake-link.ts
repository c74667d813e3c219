import assert from 'node:assert/strict';
import type { Clock } from '../../../src/bridge/clock';
import { defaultLimits } from '../../../src/bridge/limits';
import { LiveState } from '../../../src/bridge/live-state';
import type { BridgeLink } from '../../../src/bridge/load-state';
import type { BridgeRequest } from '../../../src/bridge/request';
import type { Members } from '../../../src/resources/members';
import { createFakeHealth } from './fake-health';
import type { FakeBridge } from './fake-bridge';

/** A connection to a fake bridge. A warning fails the test. */
export const createFakeLink = (
  bridge: FakeBridge,
  clock: Clock,
  changes: Partial<BridgeLink> = {},
): BridgeLink => ({
  clock,
  limits: defaultLimits,
  health: changes.health ?? createFakeHealth(bridge, clock),
  fetcher: bridge,
  openEventStream: bridge.openStream,
  warn: (warning) => assert.fail(warning),
  setMode: () => undefined,
  ...changes,
});

/** The state of a fake bridge without an event stream. */
export const openPolledState = (
  bridge: FakeBridge,
  clock: Clock,
  changes: Partial<BridgeLink> = {},
): LiveState => new LiveState(createFakeLink(bridge, clock, changes), false, () => undefined);

/** A write to a lamp, as it is sent. */
export const createWrite = (rid: string, members?: Members): BridgeRequest => ({
  operation: 'update',
  method: 'PUT',
  path: `/clip/v2/resource/light/${rid}`,
  rtype: 'light',
  rid,
  ...(members === undefined ? {} : { members }),
});
