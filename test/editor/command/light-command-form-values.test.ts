import assert from 'node:assert/strict';
import {
  parseLightCommandToFormValues,
  doesPowerAllowLightValues,
  updateLightCommandFromForm,
  CommandJsonWriter,
  usualSequence,
  describeLightCommand,
} from '../../../src/editor/command/light-command-form-values';
import { lightWordGroups } from '../../../src/vocabulary/light/words/word';
import type { LightCommandFormValues } from '../../../src/editor/command/light-command-form-values';

const choices = (changes: Partial<LightCommandFormValues>): LightCommandFormValues => ({
  power: 'keep',
  brightness: undefined,
  light: 'keep',
  kelvin: 2_700,
  color: '#ff8800',
  effect: '',
  sequence: { name: '', rounds: undefined, duration: '' },
  steps: usualSequence,
  stateName: 'before',
  alert: { duration: '5s', color: undefined },
  restores: false,
  ...changes,
});

const sequence = (
  name: string,
  rounds?: number,
  duration = '',
): LightCommandFormValues['sequence'] => ({ name, rounds, duration });

describe('The fields that build a command', () => {
  for (const [text, expected] of [
    ['{}', choices({})],
    ['{"on":true,"brightness":40}', choices({ power: 'on', brightness: 40 })],
    ['{"toggle":true}', choices({ power: 'toggle' })],
    ['{"dim":"up"}', choices({ power: 'up' })],
    ['{"dim":"turn"}', choices({ power: 'turn' })],
    ['{"save":"bell"}', choices({ power: 'save', stateName: 'bell' })],
    ['{"restore":"bell"}', choices({ power: 'restore', stateName: 'bell' })],
    ['{"kelvin":4000}', choices({ light: 'white', kelvin: 4_000 })],
    ['{"color":"red"}', choices({ light: 'color', color: '#ff0000' })],
    [
      '{"effect":"candle","color":"red"}',
      choices({ light: 'effect', effect: 'candle', color: '#ff0000' }),
    ],
    ['{"brightness":"+10"}', choices({})],
    ['{"play":"fire"}', choices({ power: 'play', sequence: sequence('fire') })],
    ['{"play":"fire","repeat":3}', choices({ power: 'play', sequence: sequence('fire', 3) })],
    [
      '{"play":"fire","repeat":"forever","for":60000,"random":true}',
      choices({ power: 'play', sequence: sequence('fire', Infinity, '1min') }),
    ],
    ['{"turnOn":"later","kelvin":2700}', choices({ power: 'later', light: 'white' })],
    ['{"alert":true}', choices({ power: 'alert', alert: { duration: '', color: undefined } })],
    [
      '{"alert":true,"restore":true}',
      choices({ power: 'alert', alert: { duration: '', color: undefined }, restores: true }),
    ],
    ['{"alert":"2s"}', choices({ power: 'alert', alert: { duration: '2s', color: undefined } })],
    [
      '{"alert":{"color":"red"}}',
      choices({ power: 'alert', alert: { duration: '10s', color: '#ff0000' } }),
    ],
    [
      '{"alert":{"duration":"20s"}}',
      choices({ power: 'alert', alert: { duration: '20s', color: undefined } }),
    ],
    ['false', choices({ power: 'off' })],
    ['30', choices({ brightness: 30 })],
    ['"toggle"', choices({ power: 'toggle' })],
  ] as const) {
    it(`show ${text}`, () => assert.deepEqual(parseLightCommandToFormValues(text), expected));
  }

  for (const text of [
    '',
    '{',
    '[]',
    '"orange"',
    'null',
    '{"play":[{"color":"red","transition":"1s"}]}',
    '{"play":[{"kelvin":2700,"color":"red"}]}',
    '{"play":[{"on":false,"brightness":10}]}',
    '{"play":[{"on":false,"kelvin":2700}]}',
    '{"play":[{"on":"yes"}]}',
    '{"play":[{"kelvin":"warm"}]}',
    '{"play":[{"brightness":"+10"}]}',
    '{"play":[{"color":"no color"}]}',
    '{"play":[{"on":true,"for":true}]}',
    '{"play":[{"on":true,"for":["1s",true]}]}',
    '{"play":[{"on":true},5]}',
    '{"play":[],"restore":"before"}',
    '{"play":[],"random":true}',
    '{"play":[{"on":true,"for":["1s","2s","3s"]}]}',
    '{"play":[{"on":true,"for":"1s"}],"for":"10s"}',
    '{"play":[{"on":true,"for":"1s"}],"repeat":"often"}',
    '{"alert":{"action":"breathe"}}',
    '{"alert":5}',
    '{"alert":{"duration":5}}',
    '{"alert":{"color":"no color"}}',
    '{"play":"fire","repeat":"often"}',
    '{"play":"fire","for":["1s","2s"]}',
  ]) {
    it(`say that they cannot show ${text === '' ? 'nothing' : text}`, () =>
      assert.equal(parseLightCommandToFormValues(text), undefined));
  }

  it('change only the words of the field that was changed', () => {
    const text = '{"on":true,"brightness":"+10","color":"orange","transition":"2s"}';
    assert.equal(
      updateLightCommandFromForm(text, choices({ power: 'toggle' }), 'power'),
      '{"brightness":"+10","color":"orange","transition":"2s","toggle":true}',
    );
    assert.equal(
      updateLightCommandFromForm(text, choices({ light: 'white' }), 'light'),
      '{"on":true,"brightness":"+10","transition":"2s","kelvin":2700}',
    );
    assert.equal(
      updateLightCommandFromForm(text, choices({ brightness: 20 }), 'brightness'),
      '{"on":true,"color":"orange","transition":"2s","brightness":20}',
    );
  });

  for (const word of lightWordGroups.color)
    it(`replace ${word} when another light is chosen`, () =>
      assert.equal(
        updateLightCommandFromForm(
          JSON.stringify({ on: true, [word]: 1 }),
          choices({ light: 'white' }),
          'light',
        ),
        '{"on":true,"kelvin":2700}',
      ));

  it('write what goes on over time', () => {
    const play = choices({ power: 'play', sequence: sequence('sea') });
    assert.equal(
      updateLightCommandFromForm('{"on":true,"brightness":5,"color":"red"}', play, 'power'),
      '{"play":"sea"}',
    );
    assert.equal(
      updateLightCommandFromForm('{"play":"fire","repeat":3}', play, 'power'),
      '{"repeat":3,"play":"sea"}',
    );
    assert.equal(
      updateLightCommandFromForm(
        '{"play":"fire","repeat":3}',
        choices({ power: 'later' }),
        'power',
      ),
      '{"turnOn":"later","brightness":50}',
    );
  });

  it('write how often and for how long a sequence with a name is played, and keep its other words', () => {
    const text = '{"play":"fire","repeat":3,"restore":true}';
    for (const [values, written] of [
      [sequence('fire', Infinity), '{"play":"fire","restore":true,"repeat":true}'],
      [sequence('fire', 1, '10min'), '{"play":"fire","restore":true,"repeat":1,"for":"10min"}'],
      [sequence('fire'), '{"play":"fire","restore":true}'],
    ] as const) {
      const chosen = choices({ power: 'play', sequence: values, restores: true });
      assert.equal(updateLightCommandFromForm(text, chosen, 'sequence'), written);
      assert.deepEqual(parseLightCommandToFormValues(written), chosen);
    }
  });

  for (const text of [
    '{"play":[{"on":true,"color":"#ff0000","brightness":100,"for":"1s"},{"for":"500ms"}],"repeat":3,"restore":true}',
    '{"play":[{"on":true,"brightness":80,"for":["20min","50min"]},{"on":false,"for":["10min","30min"]}],"repeat":true}',
    '{"play":[{"on":true,"kelvin":2700,"for":"10min"}]}',
    '{"play":[{"on":true,"kelvin":4000,"brightness":40,"for":"1s"},{"on":false,"for":"2s"},{"on":true,"for":"3s"}],"repeat":2}',
    '{"play":[]}',
  ])
    it(`show the steps of a sequence and write the same: ${text}`, () => {
      const shown = parseLightCommandToFormValues(text);
      assert.ok(shown !== undefined);
      assert.equal(shown.power, 'steps');
      assert.equal(updateLightCommandFromForm('{"on":true}', shown, 'steps'), text);
    });

  it('show a step with the usual light and without a length where it has none', () => {
    const shown = parseLightCommandToFormValues(
      '{"play":[{"brightness":5},{"for":2000},{"kelvin":4000},{"color":"red"},{"on":false}]}',
    );
    const step = {
      look: 'on',
      kelvin: '2700',
      color: '#ff8800',
      brightness: '',
      duration: '',
      longest: '',
    };
    assert.deepEqual(shown?.steps, {
      steps: [
        { ...step, brightness: '5' },
        { ...step, look: 'pause', duration: '2s' },
        { ...step, look: 'white', kelvin: '4000' },
        { ...step, look: 'color', color: '#ff0000' },
        { ...step, look: 'off' },
      ],
      rounds: 1,
      restores: false,
    });
  });

  it('write the name of a saved state, and beside it only the transition of a restore', () => {
    const evening = '{"on":true,"brightness":5,"transition":"2s"}';
    const write = (power: 'save' | 'restore'): string =>
      updateLightCommandFromForm(evening, choices({ power, stateName: 'bell' }), 'power');
    assert.equal(write('save'), '{"save":"bell"}');
    assert.equal(write('restore'), '{"transition":"2s","restore":"bell"}');
    assert.equal(
      updateLightCommandFromForm(
        '{"restore":"bell"}',
        choices({ power: 'restore', stateName: 'night' }),
        'stateName',
      ),
      '{"restore":"night"}',
    );
    assert.equal(
      updateLightCommandFromForm('{"restore":"bell"}', choices({ power: 'on' }), 'power'),
      '{"on":true}',
    );
    assert.equal(
      updateLightCommandFromForm(
        '{"restore":"bell"}',
        choices({ power: 'play', sequence: sequence('sea') }),
        'power',
      ),
      '{"play":"sea"}',
    );
  });

  it('write how a lamp blinks, and no light beside it', () => {
    const alert = choices({ power: 'alert' });
    assert.equal(
      updateLightCommandFromForm('{"on":true,"brightness":5}', alert, 'power'),
      '{"alert":"5s"}',
    );
    for (const [values, text] of [
      [{ duration: '', color: undefined }, '{"alert":true}'],
      [{ duration: '2s', color: undefined }, '{"alert":"2s"}'],
      [{ duration: '2s', color: '#ff0000' }, '{"alert":{"duration":"2s","color":"#ff0000"}}'],
    ] as const)
      assert.equal(
        updateLightCommandFromForm('{"alert":"5s"}', { ...alert, alert: values }, 'alert'),
        text,
      );
    assert.equal(
      updateLightCommandFromForm('{"alert":"5s"}', choices({ power: 'on' }), 'power'),
      '{"on":true}',
    );
  });

  it('leave out what a lamp that goes off cannot show', () => {
    assert.equal(doesPowerAllowLightValues('off'), false);
    assert.equal(
      updateLightCommandFromForm(
        '{"on":true,"brightness":5,"kelvin":2700}',
        choices({ power: 'off' }),
        'power',
      ),
      '{"on":false}',
    );
  });

  it('bring the light back when a lamp goes off by one choice and on by the next', () => {
    const evening = '{"turnOn":"later","kelvin":2200,"brightness":40}';
    const writer = new CommandJsonWriter();
    const off = writer.write(evening, choices({ power: 'off' }), 'power');
    assert.equal(off, '{"on":false}');
    const dimmed = writer.write(off, choices({ power: 'up' }), 'power');
    assert.equal(
      writer.write(dimmed, choices({ power: 'later' }), 'power'),
      '{"kelvin":2200,"brightness":40,"turnOn":"later"}',
    );
    assert.equal(
      new CommandJsonWriter().write('{"on":false}', choices({ power: 'on' }), 'power'),
      '{"on":true}',
    );
  });

  it('bring no light back into a command that was written by hand', () => {
    const writer = new CommandJsonWriter();
    writer.write('{"on":true,"color":"red"}', choices({ power: 'off' }), 'power');
    const byHand = '{"on":false,"transition":"2s"}';
    assert.equal(
      writer.write(byHand, choices({ power: 'on' }), 'power'),
      '{"transition":"2s","on":true}',
    );
  });
});

describe('The words below the fields that build a command', () => {
  for (const [text, expected] of [
    ['{}', []],
    ['{"play":{}}', []],
    ['true', ['builder.summary.on {}']],
    ['{"dim":"up"}', ['builder.powers.up {}']],
    ['{"play":"candle"}', ['builder.summary.play {"name":"candle"}']],
    [
      '{"play":"candle","repeat":3,"for":"1min","restore":true}',
      ['builder.summary.play {"name":"candle"}', 'builder.afterwardsChoices.restore {}'],
    ],
    [
      '{"play":[{"on":true,"for":"1s"}],"repeat":3,"restore":true}',
      ['builder.powers.steps {}', 'builder.afterwardsChoices.restore {}'],
    ],
    [
      '{"alert":"5s","restore":true}',
      ['builder.powers.alert {}', 'builder.afterwardsChoices.restore {}'],
    ],
    ['{"restore":"bell"}', ['builder.summary.restore {"name":"bell"}']],
    [
      '{"on":true,"brightness":40,"transition":2000}',
      [
        'builder.summary.on {}',
        'builder.summary.brightness {"value":40}',
        'builder.summary.transition {"value":"2s"}',
      ],
    ],
    ['{"transition":0}', ['builder.summary.transition {"value":"0ms"}']],
    ['{"transition":-1}', ['builder.summary.others {"names":"transition"}']],
    ['{"transition":"soon"}', ['builder.summary.others {"names":"transition"}']],
  ] as const) {
    it(`say what ${text} does`, () => {
      const phrases = describeLightCommand(text);
      assert.deepEqual(
        phrases.map(({ key, values }) => `${key} ${JSON.stringify(values)}`),
        expected,
      );
    });
  }

  it('name each word that no phrase describes', () => {
    const phrases = describeLightCommand('{"on":true,"effect":"fire","color":"red","dim":20}');
    assert.deepEqual(phrases.at(-1), {
      key: 'builder.summary.others',
      values: { names: 'color, dim' },
    });
  });
});
