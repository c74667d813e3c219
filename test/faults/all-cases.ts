import type { FaultCase, FaultGroup } from './fault-case';
import { discoveryCases } from './cases/discovery/mdns-responses';
import { knownBridgeCases } from './cases/discovery/known-bridges';
import { movedBridgeCases } from './cases/discovery/moved-bridge';
import { deviceListCases } from './cases/events/device-list';
import { streamCases } from './cases/events/connection';
import { frameCases } from './cases/events/frames';
import { disabledSensorCases } from './cases/events/disabled-sensors';
import { largeEventCases } from './cases/events/large-events';
import { mqttBrokerCases } from './cases/events/mqtt-broker';
import { pollingCases } from './cases/events/polling';
import { resourceTypeCases } from './cases/events/resource-types';
import { responseCases } from './cases/http/responses';
import { redirectAndProxyCases } from './cases/http/redirects-and-proxies';
import { backoffCases } from './cases/http/backoff';
import { transferCases } from './cases/http/transfer';
import { closingCases } from './cases/lifecycle/closing';
import { credentialCases, terminationCases } from './cases/lifecycle/node-red-cli';
import { deployCases } from './cases/lifecycle/deploys';
import { runningProgramCases } from './cases/lifecycle/programs';
import { settingsCases } from './cases/lifecycle/settings';
import { nameCases } from './cases/messages/names';
import { oddMessageCases } from './cases/messages/odd-messages';
import { randomCases } from './cases/messages/random-messages';
import { unwritableMessageCases } from './cases/messages/unwritable-messages';
import { floodCases } from './cases/overload/flows';
import { queueCases } from './cases/overload/queue';
import { addressCases } from './cases/routes/addresses';
import { otherSiteCases } from './cases/routes/other-sites';
import { silentBridgeCases } from './cases/routes/silent-bridge';
import { waitingCommandCases } from './cases/lifecycle/waiting-commands';
import { permissionCases } from './cases/routes/permissions';
import { clockCases } from './cases/soak/clock-jumps';
import { daylightClockCases } from './cases/soak/daylight-clock';
import { soakCases } from './cases/soak/workload';
import { hangingLampCases } from './cases/strain/hanging-lamps';
import { lostAnswerCases } from './cases/strain/lost-answers';
import { refusedRateCases } from './cases/strain/refused-rate';
import { returnCases } from './cases/strain/return';
import { programOutageCases } from './cases/strain/programs-and-outages';
import { roomMoveCases } from './cases/strain/room-moves';
import { twoBridgesCases } from './cases/strain/two-bridges';
import { certificateCases } from './cases/tls/certificate';
import { impostorCases } from './cases/tls/impostor';

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
