import type { FaultCase, FaultGroup } from './fault-case';
import { discoveryCases } from './cases/discovery-answers';
import { movedCases } from './cases/discovery-moved';
import { streamCases } from './cases/events-connection';
import { frameCases } from './cases/events-frames';
import { stateCases } from './cases/events-none';
import { answerCases } from './cases/http-answers';
import { elsewhereCases } from './cases/http-elsewhere';
import { patienceCases } from './cases/http-patience';
import { transferCases } from './cases/http-transfer';
import { closingCases } from './cases/lifecycle-closing';
import { credentialCases, terminationCases } from './cases/lifecycle-command';
import { deployCases } from './cases/lifecycle-deploys';
import { settingsCases } from './cases/lifecycle-settings';
import { nameCases } from './cases/messages-names';
import { oddMessageCases } from './cases/messages-odd';
import { randomCases } from './cases/messages-random';
import { floodCases } from './cases/overload-flows';
import { queueCases } from './cases/overload-queue';
import { addressCases } from './cases/routes-addresses';
import { permissionCases } from './cases/routes-permissions';
import { clockCases } from './cases/soak-clocks';
import { soakCases } from './cases/soak-household';
import { certificateCases } from './cases/tls-certificate';
import { impostorCases } from './cases/tls-impostor';

const inOrder = (...parts: readonly (readonly FaultCase[])[]): readonly FaultCase[] =>
  parts.flat().toSorted((one, other) => one.number - other.number);

/** Everything the package is held to survive, group by group. */
export const faultGroups: readonly FaultGroup[] = [
  {
    name: 'http',
    title: 'HTTP',
    cases: inOrder(answerCases, patienceCases, transferCases, elsewhereCases),
  },
  { name: 'tls', title: 'TLS', cases: inOrder(impostorCases, certificateCases) },
  {
    name: 'events',
    title: 'Event stream and polling',
    cases: inOrder(frameCases, streamCases, stateCases),
  },
  { name: 'overload', title: 'Overload', cases: inOrder(queueCases, floodCases) },
  {
    name: 'messages',
    title: 'Messages',
    cases: inOrder(oddMessageCases, nameCases, randomCases),
  },
  { name: 'routes', title: 'Editor routes', cases: inOrder(permissionCases, addressCases) },
  {
    name: 'lifecycle',
    title: 'Lifecycle',
    cases: inOrder(deployCases, closingCases, settingsCases, terminationCases),
  },
  {
    name: 'discovery',
    title: 'Discovery and persistence',
    cases: inOrder(movedCases, discoveryCases, credentialCases),
  },
  { name: 'soak', title: 'Soak', cases: inOrder(soakCases, clockCases) },
];

export const faultCases: readonly FaultCase[] = faultGroups.flatMap(({ cases }) => cases);

/** @throws Error when there is no such case */
export function caseOf(number: number): FaultCase {
  const found = faultCases.find((faultCase) => faultCase.number === number);
  if (found === undefined) throw new Error(`There is no case ${number}.`);
  return found;
}
