import assert from 'node:assert/strict';
import { getNestedMember, isObject } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import { createFixtureHome } from '../../../src/simulator/fixtures/home';
import { startFlowHarness, toResourcePath } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';

const bathroom = createFixtureId('grouped_light/bathroom');
const stairs = createFixtureId('light/stairs');
/** A colour lamp, a lamp for on and off only, and a plug. */
const addedDevices = ['bedside-left', 'stairs', 'coffee-machine'].map((key) => ({
  rid: createFixtureId(`device/${key}`),
  rtype: 'device',
}));

/** The bathroom has a white lamp, Mirror, and a dimmable one, Bathroom ceiling. */
function fillBathroom(resource: Resource): Resource {
  if (resource.id === stairs) {
    const { dimming: _dimming, ...others } = resource;
    return { ...others, id: resource.id, type: resource.type };
  }
  const { children } = resource;
  if (resource.type !== 'room' || !Array.isArray(children)) return resource;
  const others: readonly unknown[] = children.filter(
    (child: unknown) => !addedDevices.some(({ rid }) => isObject(child) && child['rid'] === rid),
  );
  const isBathroom = resource.id === createFixtureId('room/bathroom');
  return { ...resource, children: isBathroom ? [...others, ...addedDevices] : others };
}

describe('A command that does not work on some lamps of a group', () => {
  let harness: FlowHarness;
  beforeEach(async () => {
    const home = createFixtureHome('001788fffe000001').map(fillBathroom);
    const simulator = await startSimulator({ home });
    harness = await startFlowHarness([{ id: 'any', type: 'bridge-light' }], { simulator });
  });
  afterEach(() => harness.stop());

  const getWarnings = async (payload: unknown, target: unknown = 'Bathroom'): Promise<unknown> => {
    const { bridge } = await harness.request('any', { payload, target });
    return getNestedMember(bridge, 'warnings');
  };
  const getLogged = (): readonly string[] =>
    harness.observations.flatMap((one) =>
      one.kind === 'log' && one.node === 'any' ? [one.text] : [],
    );

  const color =
    'The colour does not work on Bathroom ceiling, Mirror and Stairs in Bathroom: it needs a lamp that shows colours.';
  const white =
    'The white does not work on Bathroom ceiling and Stairs in Bathroom: it needs a lamp that shows shades of white.';
  const brightness =
    'The brightness does not work on Stairs in Bathroom: it needs a lamp that can be dimmed.';

  for (const [payload, warnings] of [
    ['red', [color]],
    [{ hue: 120, saturation: 80 }, [color]],
    ['warm', [white]],
    [{ mirek: '+20' }, [white]],
    [40, [brightness]],
    [{ dim: 'up' }, [brightness]],
    [{ brightness: 40, color: 'blue' }, [brightness, color]],
    [{ color: { xy: { x: 0.3, y: 0.3 } } }, [color]],
    [true, []],
    [0, []],
    [{ on: false, color: 'red' }, ['payload.color: left out, since the lamp is turned off.']],
    [{ alert: true, transition: '1s' }, []],
  ] as const) {
    const ending = warnings.length === 0 ? '' : ', with a warning for each part that is lost';
    it(`sends ${JSON.stringify(payload)} to the group in one request${ending}`, async () => {
      assert.deepEqual(await getWarnings(payload), warnings);
      assert.deepEqual(
        harness.writes().map(({ path }) => path),
        [toResourcePath('grouped_light', bathroom)],
      );
    });
  }

  it('is logged once for each part that does not work', async () => {
    for (const payload of ['red', 'blue', 40, true, 'red', 20]) await getWarnings(payload);
    assert.deepEqual(getLogged(), [color, brightness]);
  });

  it('has a warning of each group of a list', async () => {
    const hallway =
      'The colour does not work on Coat rack and Hallway ceiling in Hallway: it needs a lamp that shows colours.';
    assert.deepEqual(await getWarnings('red', ['Bathroom', 'Hallway']), [color, hallway]);
    assert.deepEqual(getLogged(), [color]);
  });

  it('names at most eight lamps', async () => {
    const warning = String(await getWarnings('red', 'home'));
    assert.equal(warning.split(', ').length, 8);
    assert.match(warning, / and 4 more in Home: it needs a lamp that shows colours\.$/);
  });

  it('is logged with the lamps that do not list the effect, and sent to the others', async () => {
    await getWarnings({ effect: 'cosmos' });
    assert.deepEqual(getLogged(), [
      'The effect does not work on Bathroom ceiling, Mirror and Stairs in Bathroom: it needs a lamp with this effect.',
    ]);
    assert.deepEqual(
      harness.writes().map(({ path }) => path),
      [toResourcePath('light', createFixtureId('light/bedside-left'))],
    );
  });

  it('is logged with the lamps that have no gradient', async () => {
    await getWarnings({ gradient: ['red', 'blue'] }, 'Living room');
    assert.deepEqual(getLogged(), [
      'The gradient does not work on Ceiling lamp, Floor lamp, Sofa left and Sofa right in Living room: it needs a lamp that shows gradients.',
    ]);
  });

  it('is not the end of an effect', async () => {
    await getWarnings({ effect: 'none' });
    assert.deepEqual(getLogged(), []);
  });

  it('costs no request', async () => {
    await getWarnings(true);
    const before = harness.simulator.requests.length;
    await getWarnings('red');
    assert.equal(harness.simulator.requests.length, before + 1);
  });
});
