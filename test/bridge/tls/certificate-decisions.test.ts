import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { CertificateVerifier } from '../../../src/bridge/tls';
import type { CertificateInfo, TrustOptions } from '../../../src/bridge/tls';
import type { TransportFailure } from '../../../src/bridge/transport-failure';
import { defaultIdentity } from '../../support/network/scripted-bridge';

const endpoint = '192.0.2.1';
const bridgeId = '0123456789ABCDEF';
const createInfo = (letter: string, more: Partial<CertificateInfo> = {}): CertificateInfo => ({
  fingerprint: Array.from({ length: 32 }, () => letter.repeat(2)).join(':'),
  commonName: bridgeId,
  validTo: new Date(Date.now() + 86_400_000),
  ...more,
});
const [first, second] = [createInfo('A'), createInfo('B')];

describe('What decides about a certificate', () => {
  let warnings: string[];
  beforeEach(() => (warnings = []));
  const createVerifier = (options: TrustOptions): CertificateVerifier =>
    new CertificateVerifier(options, (warning) => warnings.push(warning));
  const isAccepted = async (
    verifier: CertificateVerifier,
    certificate: CertificateInfo,
  ): Promise<boolean> => {
    const failure: TransportFailure | undefined = await verifier.verify(certificate, endpoint);
    if (failure !== undefined) assert.equal(failure.code, 'ERR_BRIDGE_UNTRUSTED');
    return failure === undefined;
  };

  it('is asked again after it was refused, since a person may have looked meanwhile', async () => {
    let answers = 0;
    const verifier = createVerifier({
      onFirstUse() {
        answers += 1;
        if (answers === 1) throw new Error('not yet');
      },
    });
    assert.equal(await isAccepted(verifier, first), false);
    assert.equal(verifier.hasPinnedIdentity, false);
    assert.equal(await isAccepted(verifier, first), true);
    assert.equal(verifier.hasPinnedIdentity, true);
    assert.equal(await isAccepted(verifier, first), true);
    assert.equal(answers, 2);
  });

  it('is for the one certificate that was shown, not for another that came meanwhile', async () => {
    const events = new EventEmitter();
    const shown: string[] = [];
    const verifier = createVerifier({
      async onFirstUse({ fingerprint }) {
        shown.push(fingerprint);
        await once(events, 'yes');
      },
    });
    const decisions = [first, second, first].map((one) => isAccepted(verifier, one));
    assert.equal(verifier.hasPinnedIdentity, false);
    assert.equal(verifier.lastAccepted, undefined);
    events.emit('yes');
    assert.deepEqual(await Promise.all(decisions), [true, false, true]);
    assert.deepEqual(shown, [first.fingerprint]);
    assert.equal(await isAccepted(verifier, second), false);
    assert.deepEqual(verifier.lastAccepted, first);
  });

  it('is called as a member of the settings it belongs to', async () => {
    const settings = {
      seen: '',
      onFirstUse({ fingerprint }: { fingerprint: string }) {
        this.seen = fingerprint;
      },
    };
    assert.equal(await isAccepted(createVerifier(settings), first), true);
    assert.equal(settings.seen, first.fingerprint);
  });

  it('is the first certificate where nothing is set', async () => {
    const verifier = createVerifier({});
    assert.equal(verifier.hasPinnedIdentity, false);
    assert.equal(await isAccepted(verifier, first), true);
    assert.equal(await isAccepted(verifier, second), false);
    assert.equal(verifier.hasPinnedIdentity, true);
  });

  it('is the pin even where a certificate authority vouches', async () => {
    const ca = defaultIdentity.certificate;
    const verifier = createVerifier({ ca, fingerprint: first.fingerprint });
    assert.equal(await isAccepted(verifier, second), false);
    assert.equal(await isAccepted(verifier, first), true);
    assert.deepEqual(verifier.lastAccepted, first);
  });

  it('proves the bridge by a pin, or by an authority and an id, and by nothing less', () => {
    const ca = defaultIdentity.certificate;
    const { fingerprint } = first;
    assert.equal(createVerifier({ fingerprint }).hasPinnedIdentity, true);
    assert.equal(createVerifier({ ca, bridgeId }).hasPinnedIdentity, true);
    for (const less of [{}, { ca }, { bridgeId }, { onFirstUse: () => undefined }]) {
      assert.equal(createVerifier(less).hasPinnedIdentity, false);
    }
  });

  it('is never a certificate without a fingerprint', async () => {
    const none = { ...first, fingerprint: '' };
    for (const options of [{}, { bridgeId }, { ca: defaultIdentity.certificate }]) {
      assert.equal(await isAccepted(createVerifier(options), none), false);
    }
  });

  it('compares the bridge id in either case, on both sides', async () => {
    for (const configured of [bridgeId, bridgeId.toLowerCase()]) {
      for (const commonName of [bridgeId, bridgeId.toLowerCase()]) {
        const verifier = createVerifier({ bridgeId: configured });
        assert.equal(await isAccepted(verifier, createInfo('A', { commonName })), true);
      }
    }
  });

  it('warns of a pinned certificate that has expired, and of no other', async () => {
    const { fingerprint } = first;
    assert.equal(await isAccepted(createVerifier({ fingerprint }), first), true);
    assert.deepEqual(warnings, []);
    const expired = createInfo('A', { validTo: new Date(Date.now() - 1) });
    assert.equal(await isAccepted(createVerifier({ fingerprint }), expired), true);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /expired on \d{4}-\d\d-\d\d\./);
  });
});
