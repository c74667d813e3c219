import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderFaultDocs, parseMeasurements } from '../../scripts/fault-docs';
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

describe('The table of cases', () => {
  it('has the numbers from 1 on, each once', () => {
    const numbers = faultCases.map(({ number }) => number).toSorted((one, other) => one - other);
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    );
    assert.equal(numbers.length, 59);
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
