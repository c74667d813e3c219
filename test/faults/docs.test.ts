import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderFaultDocs, parseMeasurements } from '../../scripts/docs/fault-docs';
import { errorCodesByStatus } from '../../src/bridge';
import { faultCases, faultGroups } from './all-cases';
import { limitProofs } from './limit-proofs';

const page = readFileSync(join(process.cwd(), 'docs', 'faults.md'), 'utf8');

describe('docs/faults.md', () => {
  it('lists the cases that run; `npm run docs` writes them anew', () => {
    assert.ok(page.includes(renderFaultDocs(faultGroups, parseMeasurements(page))));
  });

  it('says what was measured in every case', () => {
    const measured = parseMeasurements(page);
    for (const { number } of faultCases) {
      assert.ok((measured.get(number) ?? '').length > 0, `case ${number}`);
      assert.notEqual(measured.get(number), 'not kept', `case ${number}`);
    }
  });
});

describe('What docs/faults.md says was measured', () => {
  const measured = parseMeasurements(page);

  it('was kept in all of the tries that it counts', () => {
    for (const [number, text] of measured) {
      for (const [tally, kept, all] of text.matchAll(/\b(\d+) of (\d+)\b/g)) {
        assert.equal(kept, all, `case ${number}: ${tally}`);
      }
    }
  });

  it('is nothing where nothing may have happened', () => {
    const forbidden =
      /^(bytes (sent|that)|connections (to where|to the proxy|made|that came)|requests (for|with such|that reached|after the close)|listeners more|TLS sessions)/;
    for (const [number, text] of measured) {
      for (const part of text.split('; ').filter((one) => forbidden.test(one))) {
        assert.match(part, /: 0$/, `case ${number}: ${part}`);
      }
    }
  });

  it('has the counts that the cases have by themselves', () => {
    const counts: Readonly<Record<number, RegExp>> = {
      1: new RegExp(`^${5 * Object.keys(errorCodesByStatus).length} of `),
      9: /^10 of 10 answers/,
      11: /^18 of 18 resets/,
      25: /^1000 of 1000 changes .*; 200 of 200 button presses/,
      27: /^2000 of 2000 changes/,
      32: /; 10000 of 10000 messages/,
      43: /^100000 of 100000 messages answered/,
      49: /7800 of 7800 messages answered/,
    };
    for (const [number, pattern] of Object.entries(counts)) {
      assert.match(measured.get(Number(number)) ?? '', pattern, `case ${number}`);
    }
  });
});

describe('The table of cases', () => {
  it('has the numbers from 1 on, each once', () => {
    const numbers = new Set(faultCases.map(({ number }) => number));
    assert.equal(numbers.size, faultCases.length);
    for (let number = 1; number <= faultCases.length; number += 1)
      assert.ok(numbers.has(number), `${number}`);
  });

  it('has the cases that are said to prove the bounds', () => {
    const numbers = new Set(faultCases.map(({ number }) => number));
    for (const proof of Object.values(limitProofs).flat()) {
      if (typeof proof === 'number') assert.ok(numbers.has(proof), `case ${proof}`);
    }
  });

  it('leaves no bound without a proof, and to other tests only bounds that those name', () => {
    for (const [name, proofs] of Object.entries(limitProofs)) {
      assert.ok(proofs.length > 0, name);
      for (const proof of proofs) {
        if (typeof proof === 'number') continue;
        const source = readFileSync(join(process.cwd(), proof), 'utf8');
        assert.match(source, new RegExp(` it\\('[^']*\\b${name}\\b[^']*: `), `${proof}: ${name}`);
      }
    }
  });
});
