import assert from 'node:assert/strict';
import { ConnectionHistory } from '../../../src/bridge/connection';
import { isResponse } from '../../../src/bridge/http';
import type { AttemptListener } from '../../../src/bridge/http';
import { FakeClock } from '../support/fake-clock';

const respond = (listener: AttemptListener, status: number): void =>
  listener({ status, retryAfter: undefined, body: Buffer.alloc(0) });
const silent: AttemptListener = () => undefined;

describe('The history of a connection', () => {
  let clock: FakeClock;
  let history: ConnectionHistory;
  beforeEach(() => {
    clock = new FakeClock();
    history = new ConnectionHistory(clock);
  });

  it('holds each request with its status and its duration, and calls who waits for it', async () => {
    const statuses: number[] = [];
    const request = { method: 'GET', path: '/clip/v2/resource' } as const;
    const listener = history.recordRequest(request, (outcome) => {
      if (isResponse(outcome)) statuses.push(outcome.status);
    });
    const [sent] = history.requests;
    assert.deepEqual([sent?.result, sent?.duration], [undefined, undefined]);
    await clock.advance(40);
    respond(listener, 207);
    const [answered] = history.requests;
    assert.equal(answered?.path, '/clip/v2/resource');
    assert.deepEqual([answered.result, answered.duration], [207, 40]);
    assert.deepEqual(statuses, [207]);
  });

  it('says why there was no response', () => {
    const listener = history.recordRequest({ method: 'PUT', path: '/x' }, silent);
    listener({ kind: 'timeout', code: 'ERR_BRIDGE_TIMEOUT', detail: '', hint: '' });
    assert.equal(history.requests[0]?.result, 'timeout');
  });

  it('keeps the last 200 requests, and gives a late response to none of them', () => {
    const late = history.recordRequest({ method: 'GET', path: '/0' }, silent);
    for (let number = 1; number <= 450; number += 1)
      history.recordRequest({ method: 'GET', path: `/${number}` }, silent);
    respond(late, 200);
    const paths = history.requests.map(({ path }) => path);
    assert.equal(paths.length, 200);
    assert.deepEqual([paths[0], paths[199]], ['/251', '/450']);
    assert.ok(history.requests.every(({ result }) => result === undefined));
  });

  it('counts the refusals because of overload of the last minute', async () => {
    for (const status of [429, 503, 404, 200])
      respond(history.recordRequest({ method: 'GET', path: '/' }, silent), status);
    assert.equal(history.refusedLastMinute, 2);
    await clock.advance(61_000);
    assert.equal(history.refusedLastMinute, 0);
  });

  it('counts the reconnects of the last day: not the first connection, and not a wait', async () => {
    for (const kind of ['connected', 'away', 'connected', 'waiting', 'connected'] as const)
      history.recordState(kind);
    assert.equal(history.reconnectsLastDay, 1);
    await clock.advance(86_400_001);
    assert.equal(history.reconnectsLastDay, 0);
  });
});
