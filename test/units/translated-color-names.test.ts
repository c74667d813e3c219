import assert from 'node:assert/strict';
import {
  cssColorNames,
  parseCssColorName,
  translateColorName,
  translatedColorNames,
  namedWhiteToKelvin,
  whiteNames,
  parseX11OnlyColor,
} from '../../src/units/color-names';
import { parseHexColor } from '../../src/units/color';
import { parseBareValue } from '../../src/vocabulary/light/bare-value';

const englishNames = [...new Set(translatedColorNames.map(([, english]) => english))];

describe('Colour names in nine languages', () => {
  it('mean an English name each', () => {
    for (const name of englishNames) {
      assert.ok(cssColorNames.includes(name) || whiteNames.includes(name), name);
    }
    for (const [name, english] of translatedColorNames) {
      assert.equal(translateColorName(name), english, name);
      assert.equal(parseCssColorName(name)?.join(), parseCssColorName(english)?.join(), name);
      assert.equal(namedWhiteToKelvin(name), namedWhiteToKelvin(english), name);
    }
  });

  it('are never another English name, and no other notation of a colour', () => {
    for (const [name, english] of translatedColorNames) {
      const key = name
        .toLowerCase()
        .normalize('NFD')
        .replaceAll(/[\u0300-\u036f\s-]/g, '');
      if (cssColorNames.includes(key) || whiteNames.includes(key)) assert.equal(key, english);
      assert.equal(parseX11OnlyColor(key), undefined, name);
      assert.equal(parseHexColor(key), undefined, name);
    }
  });

  it('are understood without regard to case, accents, spaces and the word for colour', () => {
    assert.equal(translateColorName(' GRUN '), 'green');
    assert.equal(translateColorName('Weiss'), 'white');
    assert.equal(translateColorName('blanco calido'), 'warm');
    assert.equal(translateColorName('Темно-синий'), 'darkblue');
    assert.equal(translateColorName('红色'), 'red');
    assert.equal(translateColorName('金色'), 'gold');
    assert.equal(translateColorName('빨간색'), 'red');
    assert.equal(translateColorName('色'), undefined);
    assert.equal(translateColorName('constructor'), undefined);
  });

  it('are payloads of a light node, as colours and as whites', () => {
    const parse = (value: string): unknown => parseBareValue(value, 'msg.payload');
    assert.deepEqual(parse('türkis'), { ok: true, value: ['color', 'türkis'] });
    assert.deepEqual(parse('Warmweiß'), { ok: true, value: ['kelvin', 'Warmweiß'] });
    assert.deepEqual(parse('차가운 흰색'), { ok: true, value: ['kelvin', '차가운 흰색'] });
  });
});
