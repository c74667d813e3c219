import assert from 'node:assert/strict';
import { errorCodesByStatus } from '../../../../src/bridge';
import { respondWith, lampId, respondAsBridge } from '../../../support/network/scripted-bridge';
import type { FaultCase } from '../../fault-case';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import { createBridgeNode, createCredentials, createFlow } from '../../support/node-red/flow-nodes';
import { requestPerOperation } from '../../support/client-requests';
import type { Trial } from '../../support/trial';

const html = '<html><body><h1>503 Service Temporarily Unavailable</h1></body></html>';

export const responseCases: readonly FaultCase[] = [
  {
    number: 1,
    title: 'Every declared error status, on every operation',
    bound: 'each becomes its own error code',
    run: everyErrorStatus,
  },
  {
    number: 5,
    title: '503 with a page of HTML',
    bound: 'asked again, and never a parse error',
    run: busyWithHtml,
  },
  {
    number: 6,
    title: '401 and 403',
    bound: 'one attempt, no repetition; the status says to pair again',
    run: refusedKey,
  },
  {
    number: 7,
    title: 'Success (200 or 207) with errors in it',
    bound: 'warnings where the answer names the resource, an error where it does not',
    run: successWithErrors,
  },
  {
    number: 8,
    title: 'Bodies that are null, a list, empty, cut short, of another type, or text',
    bound: 'each becomes an error with a code',
    run: oddBodies,
  },
];

async function everyErrorStatus(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const client = trial.client(bridge, {
    limits: { maxAttempts: 1, initialBackoff: 1, othersPerSecond: 500 },
  });
  let right = 0;
  let all = 0;
  for (const [status, code] of Object.entries(errorCodesByStatus)) {
    for (const request of requestPerOperation) {
      bridge.setScript(respondWith(Number(status), { errors: [{ description: 'No.' }] }));
      const ending = await trial.ask(client.send(request));
      all += 1;
      if ('error' in ending && ending.error.code === code) right += 1;
      bridge.setScript(respondAsBridge);
      await trial.ask(client.send({ operation: 'list', rtype: 'geofence_client' }));
    }
  }
  trial.tally('answers became the right error', right, all);
}

async function busyWithHtml(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const client = trial.client(bridge, { limits: { initialBackoff: 5, othersPerSecond: 500 } });
  let recovered = 0;
  for (const request of requestPerOperation) {
    let left = 2;
    bridge.setScript((seen, response) => {
      left -= 1;
      (left < 0 ? respondAsBridge : respondWith(503, html, { 'content-type': 'text/html' }))(
        seen,
        response,
      );
    });
    const ending = await trial.ask(client.send(request));
    const created = request.operation === 'create';
    // A create is never repeated, so its 503 is reported.
    if (
      created ? 'error' in ending && ending.error.code === 'ERR_BRIDGE_BUSY' : 'value' in ending
    ) {
      recovered += 1;
    }
  }
  trial.tally('operations came through or said that the bridge is busy', recovered, 5);
}

async function refusedKey(trial: Trial): Promise<void> {
  let unrepeated = 0;
  for (const status of [401, 403] as const) {
    const bridge = await trial.scripted();
    const client = trial.client(bridge);
    bridge.setScript(respondWith(status));
    for (const request of requestPerOperation) {
      const before = bridge.requests.length;
      const ending = await trial.ask(client.send(request));
      assert.ok('error' in ending && ending.error.cause.status === status);
      assert.match(ending.error.message, /Pair with the bridge again/);
      if (bridge.requests.length === before + 1) unrepeated += 1;
    }
    assert.equal(client.connectionState.kind, 'unauthorized');
  }
  trial.tally('refusals were not repeated', unrepeated, 10);
  await refusedKeyInFlow(trial);
}

async function refusedKeyInFlow(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createFlow(createBridgeNode(simulator)), {
    bridge: { key: 'a-key-nobody-knows' },
  });
  const code = await flow.sendExpectingRefusal('light', { payload: true, target: lampId });
  assert.equal(code, 'ERR_BRIDGE_FORBIDDEN');
  await flow.waitForStatus('light', /pair again/);
  await flow.deploy(createFlow(createBridgeNode(simulator)), createCredentials(trial));
}

async function successWithErrors(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const client = trial.client(bridge, { limits: { othersPerSecond: 500 } });
  const errors = [{ description: 'device has communication issues, command may not have effect' }];
  let right = 0;
  for (const status of [200, 207]) {
    for (const request of requestPerOperation) {
      bridge.setScript((seen, response) => {
        const named = {
          rid: lampId,
          rtype: 'geofence_client',
          id: lampId,
          type: 'geofence_client',
        };
        respondWith(status, { errors, data: [named] })(seen, response);
      });
      const warningResult = await trial.ask(client.send(request));
      if ('value' in warningResult && warningResult.value.warnings.length === 1) right += 1;
      bridge.setScript(respondWith(status, { errors, data: [] }));
      const refused = await trial.ask(client.send(request));
      if ('error' in refused && refused.error.code === 'ERR_BRIDGE_REFUSED') right += 1;
    }
  }
  trial.tally('answers were reported as warning or error, as they should', right, 20);
}

const oddTexts = [
  '',
  'null',
  'true',
  '42',
  '"text"',
  '[]',
  '{}',
  '[{"id":1}]',
  '{"errors":[],"data":',
  '{"errors":[],"data":[{"rid":"',
  '{"errors":[],"data":null}',
  '{"errors":[],"data":{}}',
  '{"errors":[],"data":"none"}',
  '{"errors":null,"data":[null]}',
  '{"errors":[],"data":[[]]}',
  '{"errors":[],"data":[{"rid":7,"rtype":7,"id":7,"type":7}]}',
  '{"errors":[],"data":[{"rid":"x","rtype":"room","id":"x","type":"room"}]}',
  '{"errors":{"description":"no list"}}',
  '{"errors":[null,7,{"description":7}]}',
  '\u0000\u0001\u0002',
  '\uFEFF{"errors":[],"data":[]}',
  '<html></html>',
];

async function oddBodies(trial: Trial): Promise<void> {
  const bridge = await trial.scripted();
  const client = trial.client(bridge, { limits: { othersPerSecond: 500 } });
  let acceptable = 0;
  let all = 0;
  for (const text of oddTexts) {
    bridge.setScript(respondWith(200, text));
    for (const request of requestPerOperation) {
      const ending = await trial.ask(client.send(request));
      all += 1;
      // Of a list, what is no such resource is left out with a warning.
      const leftOut =
        request.operation === 'list' && 'value' in ending && ending.value.warnings.length > 0;
      if (leftOut || ('error' in ending && expectedCodes.has(ending.error.code))) acceptable += 1;
      else trial.note(`${request.operation} took ${JSON.stringify(text)}`);
    }
  }
  trial.tally('odd bodies became an error or a warning', acceptable, all);
}

const expectedCodes = new Set<string>(['ERR_BRIDGE_MALFORMED_ANSWER', 'ERR_BRIDGE_REFUSED']);
