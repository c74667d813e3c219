import { fillPlaceholders } from '../../resources/values/fill-placeholders';
import { getNestedMember } from '../../resources/values/member-access';
import catalogue from '../../editor/locales/en-US/plugin.json';
import type { FlowFileProblem } from '../flow-nodes';
import { importOutcomes } from '../report';
import type { ImportEntry, ImportOutcome, ImportSentence } from '../report';

/** A text of the catalogue with its values; its key where the catalogue lacks it. */
function translate(key: string, values: Readonly<Record<string, string>> = {}): string {
  const text = getNestedMember(catalogue, ...key.split('.'));
  return typeof text === 'string' ? fillPlaceholders(text, (name) => values[name]) : key;
}

export const formatFileProblem = ({ key, values }: FlowFileProblem): string =>
  translate(`import.problem.${key}`, values);

export const formatSentence = ({ key, values }: ImportSentence): string =>
  translate(`import.sentence.${key}`, values);

/** Writes a report for a terminal: those entries first that ask most of people. */
export function formatReport(report: readonly ImportEntry[]): string {
  const chapters = importOutcomes.toReversed().flatMap((outcome) => {
    const entries = report.filter((entry) => entry.outcome === outcome);
    return entries.length === 0 ? [] : [formatChapter(outcome, entries)];
  });
  return chapters.length === 0
    ? 'There is no node of HueMagic in these flows.\n'
    : [...chapters, ''].join('\n');
}

function formatChapter(outcome: ImportOutcome, entries: readonly ImportEntry[]): string {
  const title = `${translate(`import.outcome.${outcome}`)} (${entries.length})`;
  return [title, ...entries.map(formatEntry)].join('\n');
}

function formatEntry({ id, name, tab, type, sentences }: ImportEntry): string {
  const place = [type, tab, id].filter((part) => part !== '').join(', ');
  const title = name === '' ? place : `${name} (${place})`;
  return [`  ${title}`, ...sentences.map((sentence) => `    ${formatSentence(sentence)}`)]
    .map(removeControlCharacters)
    .join('\n');
}

/** Names come from a file that anybody may have written: none moves the cursor of the terminal. */
const removeControlCharacters = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
