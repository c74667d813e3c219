import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { defaultLimits } from '../../../src/bridge/limits';
import { abortedFailure } from '../../../src/bridge/transport-failure';
import { CertificateVerifier } from '../../../src/bridge/tls';
import { HttpTransport } from '../../../src/bridge/http';
import type { HttpRequestAttempt, HttpResponse } from '../../../src/bridge/http';
import type { TransportFailure } from '../../../src/bridge/transport-failure';
import type { TrustOptions } from '../../../src/bridge/tls';
import { respondAsBridge, startScriptedBridge } from '../../support/network/scripted-bridge';
import type { ScriptedBridge } from '../../support/network/scripted-bridge';
import { waitUntil } from '../../support/wait-until';

type Outcome = { status: number } | { code: string };

const closedOutcome = { code: 'ERR_BRIDGE_CLOSED' };
const toOutcome = (result: HttpResponse | TransportFailure): Outcome =>
  'status' in result ? { status: result.status } : { code: result.code };

describe('The transport', () => {
  let bridge: ScriptedBridge;
  let transport: HttpTransport;
  const createTransport = (trust: TrustOptions = { fingerprint: bridge.fingerprint }) =>
    new HttpTransport({
      address: { host: bridge.host, port: bridge.port },
      trust: new CertificateVerifier(trust, (warning) => assert.fail(warning)),
      limits: { ...defaultLimits, requestTimeout: 5_000 },
    });
  beforeEach(async () => {
    bridge = await startScriptedBridge();
    transport = createTransport();
  });
  afterEach(async () => {
    await transport.close();
    await bridge.stop();
  });

  /** Sends a read. @returns the attempt, and its outcomes as they come: there must be one */
  function send(path = '/read'): {
    attempt: HttpRequestAttempt;
    outcomes: Outcome[];
    settled: Promise<unknown>;
  } {
    const outcomes: Outcome[] = [];
    const events = new EventEmitter();
    const settled = once(events, 'settled');
    const settle = (result: HttpResponse | TransportFailure): void => {
      outcomes.push(toOutcome(result));
      events.emit('settled');
    };
    const attempt = transport.send({ method: 'GET', path }, settle);
    return { attempt, outcomes, settled };
  }

  async function sendAndWait(path?: string): Promise<Outcome | undefined> {
    const { outcomes, settled } = send(path);
    await settled;
    return outcomes[0];
  }

  const paths = (): string[] => bridge.requests.map(({ path }) => path);

  for (const close of ['close', 'closeGracefully'] as const) {
    it(`refuses at once what it is given after ${close}, whether or not it was used before`, async () => {
      await transport[close]();
      assert.deepEqual(await sendAndWait(), closedOutcome);
      transport = createTransport();
      assert.deepEqual(await sendAndWait('/before'), { status: 200 });
      await transport[close]();
      assert.deepEqual(await sendAndWait('/after'), closedOutcome);
      await waitUntil('the end of its connections', () => bridge.openConnections() === 0);
      assert.deepEqual(paths(), ['/before']);
    });

    it(`opens no event stream after ${close}`, async () => {
      await transport[close]();
      await assert.rejects(transport.openEventStream(new AbortController().signal), closedOutcome);
      assert.equal(bridge.connections(), 0);
    });

    it(`ends an open event stream with ${close}`, async () => {
      bridge.setScript((_seen, response) => void response.writeHead(200).write('x\n'));
      const { readBody } = await transport.openEventStream(new AbortController().signal);
      const reading = readBody((chunk) => assert.equal(Buffer.from(chunk).toString(), 'x\n'));
      await Promise.all([assert.rejects(reading, closedOutcome), transport[close]()]);
    });
  }

  it('refuses what it was given in the moment in which it is destroyed', async () => {
    const { outcomes, settled } = send();
    const closing = transport.close();
    await settled;
    await closing;
    assert.deepEqual(outcomes, [closedOutcome]);
    assert.equal(bridge.requests.length, 0);
  });

  it('sends what it was given in the moment in which it is closed gracefully', async () => {
    const { outcomes, settled } = send();
    const closing = transport.closeGracefully();
    await settled;
    await closing;
    assert.deepEqual(outcomes, [{ status: 200 }]);
  });

  it('lets answers come that are under way when it is closed gracefully', async () => {
    const held = new EventEmitter();
    bridge.setScript((seen, response) => {
      held.once('answer', () => respondAsBridge(seen, response));
    });
    const pending = ['/one', '/two'].map((path) => send(path));
    await waitUntil('both requests', () => bridge.requests.length === 2);
    const closing = transport.closeGracefully();
    held.emit('answer');
    await closing;
    for (const { outcomes } of pending) assert.deepEqual(outcomes, [{ status: 200 }]);
    await waitUntil('the end of its connections', () => bridge.openConnections() === 0);
  });

  it('ends what is under way, once, when it is destroyed', async () => {
    bridge.setScript(() => undefined);
    const pending = ['/one', '/two'].map((path) => send(path));
    await waitUntil('both requests', () => bridge.requests.length === 2);
    await transport.close();
    await Promise.all(pending.map(({ settled }) => settled));
    for (const { outcomes } of pending) assert.deepEqual(outcomes, [closedOutcome]);
  });

  it('does not send what was given up before there was a connection', async () => {
    const acceptance = new EventEmitter();
    let asked = 0;
    transport = createTransport({
      async onFirstUse() {
        asked += 1;
        await once(acceptance, 'yes');
      },
    });
    const early = send('/never');
    early.attempt.cancel(abortedFailure);
    const connecting = send('/given-up');
    await waitUntil('the question', () => asked === 1);
    assert.equal(connecting.attempt.sent, false);
    connecting.attempt.cancel(abortedFailure);
    const wanted = send('/wanted');
    acceptance.emit('yes');
    await wanted.settled;
    assert.deepEqual(wanted.outcomes, [{ status: 200 }]);
    assert.equal(wanted.attempt.sent, true);
    assert.deepEqual(paths(), ['/wanted']);
    for (const { outcomes } of [early, connecting]) {
      assert.deepEqual(outcomes, [{ code: 'ERR_BRIDGE_ABORTED' }]);
    }
  });

  it('ends the connection of what was given up while its answer was awaited', async () => {
    const bridgeEvents = new EventEmitter();
    bridge.setScript((_seen, response) => {
      response.once('close', () => bridgeEvents.emit('end'));
      bridgeEvents.emit('request');
    });
    const requested = once(bridgeEvents, 'request');
    const { attempt, outcomes } = send();
    await requested;
    const ended = once(bridgeEvents, 'end');
    attempt.cancel(abortedFailure);
    assert.deepEqual(outcomes, [{ code: 'ERR_BRIDGE_ABORTED' }]);
    await ended;
  });

  it('keeps no more connections than requests that were under way at once', async () => {
    await Promise.all([sendAndWait('/one'), sendAndWait('/two')]);
    await Promise.all([sendAndWait('/three'), sendAndWait('/four')]);
    assert.equal(bridge.connections(), 2);
  });

  it('sends at once what is given beside a request that is not answered', async () => {
    bridge.setScript((seen, response) => {
      if (seen.path !== '/silent') respondAsBridge(seen, response);
    });
    send('/silent');
    await waitUntil('the first request', () => bridge.requests.length === 1);
    assert.deepEqual(await sendAndWait('/other'), { status: 200 });
  });
});
