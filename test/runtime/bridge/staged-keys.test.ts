import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { isObject } from '../../../src/resources/members';
import {
  commitKey,
  discardStagedKey,
  findStagedKey,
  stageKey,
} from '../../../src/runtime/bridge/staged-keys';

/** Keeps credentials as Node-RED does, and reports deploys. */
class CredentialStore {
  readonly events = new EventEmitter();
  readonly kept = new Map<string, object>();
  readonly nodes = {
    addCredentials: async (id: string, credentials: object): Promise<void> => {
      this.kept.set(id, { ...credentials });
    },
    getCredentials: (id: string): object => this.kept.get(id) ?? {},
    deleteCredentials: (id: string): void => {
      this.kept.delete(id);
    },
  };

  /** A deploy of somebody else, which drops the credentials of nodes that it does not know. */
  deployWithout(nodeId: string): void {
    this.kept.delete(nodeId);
    this.events.emit('flows:started');
  }

  commit(nodeId: string, edited: { key?: string; pairing?: string }): string | undefined {
    return commitKey(this, nodeId, { ...this.kept.get(nodeId), ...edited }).key;
  }

  deployListeners(): number {
    return this.events.listenerCount('flows:started');
  }

  textOf(nodeId: string): string {
    const credentials = this.kept.get(nodeId);
    return isObject(credentials) ? JSON.stringify(credentials) : 'none';
  }
}

describe('A key that a bridge gave to an open dialog', () => {
  let store: CredentialStore;
  const pairings = ['first', 'second'];
  beforeEach(() => {
    store = new CredentialStore();
    store.kept.set('bridge', { key: 'old' });
  });
  afterEach(() => {
    for (const pairing of pairings) discardStagedKey(store, pairing);
  });
  const stage = (pairing: string, key: string, nodeId = 'bridge'): void =>
    stageKey(store, pairing, { nodeId, key, fingerprint: 'AA' });

  it('is used once the node is deployed with its pairing, and not before', () => {
    stage('first', 'new');
    assert.equal(store.commit('bridge', {}), 'old');
    assert.equal(store.commit('bridge', { pairing: 'another' }), 'old');
    assert.equal(store.commit('bridge', { pairing: 'first' }), 'new');
    assert.equal(store.textOf('bridge'), '{"key":"new"}');
  });

  it('is still there after deploys of others', () => {
    stage('first', 'new', 'not-deployed-yet');
    store.deployWithout('not-deployed-yet');
    store.deployWithout('not-deployed-yet');
    assert.equal(store.commit('not-deployed-yet', { pairing: 'first' }), 'new');
  });

  it('does not come back with a deploy after it was taken or discarded', () => {
    stage('first', 'new');
    store.commit('bridge', { pairing: 'first' });
    assert.equal(store.deployListeners(), 0, 'listeners for deploys after the key was taken');
    stage('second', 'newer');
    discardStagedKey(store, 'second');
    assert.equal(store.deployListeners(), 0, 'listeners for deploys after the key was discarded');
    store.deployWithout('bridge');
    assert.equal(store.textOf('bridge'), 'none');
  });

  it('is found by its pairing and its node together', () => {
    stage('first', 'new');
    assert.equal(findStagedKey('first', 'bridge')?.key, 'new');
    assert.equal(findStagedKey('first', 'another'), undefined);
    assert.equal(findStagedKey('second', 'bridge'), undefined);
    assert.equal(findStagedKey(undefined, undefined), undefined);
    discardStagedKey(store, 'first');
    assert.equal(findStagedKey('first', 'bridge'), undefined);
  });

  it('leaves the other credentials as they were when it is discarded', () => {
    stage('first', 'new');
    stage('second', 'newer', 'fresh');
    discardStagedKey(store, 'first');
    discardStagedKey(store, 'second');
    assert.equal(store.textOf('bridge'), '{"key":"old"}');
    assert.equal(store.textOf('fresh'), 'none');
  });

  it('is not withdrawn by the late cancel of an earlier pairing', () => {
    stage('first', 'new');
    stage('second', 'newer');
    discardStagedKey(store, 'first');
    store.deployWithout('bridge');
    assert.equal(store.commit('bridge', { pairing: 'second' }), 'newer');
  });

  it('takes the place of the key of an earlier pairing for good', () => {
    stage('first', 'new');
    stage('second', 'newer');
    assert.equal(findStagedKey('first', 'bridge'), undefined);
    assert.equal(store.deployListeners(), 1, 'listeners for deploys, one for each staged key');
    discardStagedKey(store, 'second');
    store.deployWithout('bridge');
    assert.equal(store.commit('bridge', { pairing: 'first' }), undefined);
  });
});
