import type { FaultCase, FaultGroup } from './fault-case';
import { discoveryCases, knownBridgeCases, movedBridgeCases } from './cases/discovery';
import {
  deviceListCases,
  disabledSensorCases,
  pollingCases,
  resourceTypeCases,
  mqttBrokerCases,
} from './cases/polling';
import { streamCases, frameCases, largeEventCases } from './cases/event-stream';
import { responseCases, backoffCases, transferCases, redirectAndProxyCases } from './cases/http';
import {
  closingCases,
  deployCases,
  settingsCases,
  credentialCases,
  terminationCases,
  waitingCommandCases,
} from './cases/lifecycle';
import { runningProgramCases } from './cases/program-deploys';
import { nameCases, oddMessageCases, randomCases, unwritableMessageCases } from './cases/messages';
import { floodCases, queueCases } from './cases/overload';
import { addressCases, permissionCases, otherSiteCases, silentBridgeCases } from './cases/routes';
import { clockCases, soakCases, daylightClockCases } from './cases/soak';
import {
  hangingLampCases,
  lostAnswerCases,
  refusedRateCases,
  returnCases,
  roomMoveCases,
  twoBridgesCases,
} from './cases/strain';
import { programOutageCases } from './cases/program-outages';
import { certificateCases, impostorCases } from './cases/tls';

const sortByNumber = (...parts: readonly (readonly FaultCase[])[]): readonly FaultCase[] =>
  parts.flat().toSorted((one, other) => one.number - other.number);

/** Everything the package is held to survive, group by group. */
export const faultGroups: readonly FaultGroup[] = [
  {
    name: 'http',
    title: 'HTTP',
    cases: sortByNumber(responseCases, backoffCases, transferCases, redirectAndProxyCases),
  },
  { name: 'tls', title: 'TLS', cases: sortByNumber(impostorCases, certificateCases) },
  {
    name: 'events',
    title: 'Event stream and polling',
    cases: sortByNumber(
      frameCases,
      largeEventCases,
      streamCases,
      pollingCases,
      resourceTypeCases,
      disabledSensorCases,
      deviceListCases,
      mqttBrokerCases,
    ),
  },
  { name: 'overload', title: 'Overload', cases: sortByNumber(queueCases, floodCases) },
  {
    name: 'strain',
    title: 'Strain',
    cases: sortByNumber(
      hangingLampCases,
      refusedRateCases,
      returnCases,
      lostAnswerCases,
      roomMoveCases,
      programOutageCases,
      twoBridgesCases,
    ),
  },
  {
    name: 'messages',
    title: 'Messages',
    cases: sortByNumber(oddMessageCases, nameCases, randomCases, unwritableMessageCases),
  },
  {
    name: 'routes',
    title: 'Editor routes',
    cases: sortByNumber(permissionCases, addressCases, otherSiteCases, silentBridgeCases),
  },
  {
    name: 'lifecycle',
    title: 'Lifecycle',
    cases: sortByNumber(
      deployCases,
      closingCases,
      settingsCases,
      terminationCases,
      waitingCommandCases,
      runningProgramCases,
    ),
  },
  {
    name: 'discovery',
    title: 'Discovery and persistence',
    cases: sortByNumber(movedBridgeCases, knownBridgeCases, discoveryCases, credentialCases),
  },
  { name: 'soak', title: 'Soak', cases: sortByNumber(soakCases, clockCases, daylightClockCases) },
];

export const faultCases: readonly FaultCase[] = faultGroups.flatMap(({ cases }) => cases);

/** @throws Error when there is no such case */
export function getFaultCase(number: number): FaultCase {
  const found = faultCases.find((faultCase) => faultCase.number === number);
  if (found === undefined) throw new Error(`There is no case ${number}.`);
  return found;
}
