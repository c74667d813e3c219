import { replaceSection } from './replace-section';
import {
  getResourceDefinition,
  describeFields,
  operationNames,
  operationHttpMapping,
  resourceBasePath,
  resourceTypes,
} from '../../src/resources';
import type {
  FieldDescription,
  OperationName,
  DocumentationSource,
  ResourceType,
} from '../../src/resources';

/**
 * The table of resources as a page for people.
 *
 * @returns Markdown, ending with a newline
 */
export function renderResourceDocs(): string {
  return `${[
    '# Resources',
    'Every resource type that the nodes, the client and the simulator know. This page is written from the table in `src/resources/` by `npm run docs`.',
    `Paths begin with \`${resourceBasePath}/<type>\`; an item adds \`/<id>\`. An operation in italics is not in the service document; bridges of this kind are known to have it.`,
    '## Types of the service document',
    renderOverview('service'),
    '## Further types of real bridges',
    renderOverview('reference'),
    '## Plain values',
    'What a poll node sends as the plain value, and what the picker shows as the present state.',
    renderValueTable(),
    '## What can be written',
    'Everything that is not listed is refused before it is sent. `type`, the name of the resource type, may stand in every body.',
    ...resourceTypes.flatMap(renderBodies),
  ].join('\n\n')}\n`;
}

/** Table of the plain values, one row for all types whose value means the same. */
export function renderValueTable(): string {
  const typesByMeaning = new Map<string, readonly ResourceType[]>();
  for (const rtype of resourceTypes) {
    const { valueDescription, unit } = getResourceDefinition(rtype);
    if (valueDescription === undefined) continue;
    const meaning = unit === undefined ? valueDescription : `${valueDescription}, in ${unit}`;
    typesByMeaning.set(meaning, [...(typesByMeaning.get(meaning) ?? []), rtype]);
  }
  const rows = [...typesByMeaning].map(([meaning, rtypes]) =>
    renderRow([rtypes.map((rtype) => `\`${rtype}\``).join(', '), meaning]),
  );
  return [renderRow(['Type', 'Plain value']), renderRow(['---', '---']), ...rows].join('\n');
}

/**
 * The help of the poll node with the table of plain values written anew.
 *
 * @param help Markdown of the help, with a section `values`
 */
export const renderPollHelp = (help: string): string =>
  replaceSection(help, 'values', renderValueTable());

function renderOverview(origin: DocumentationSource): string {
  // A section of the reference has no number: it goes by the name of the type, which stands there anyhow.
  const onlyForService = (cell: string): readonly string[] => (origin === 'service' ? [cell] : []);
  const types = resourceTypes.filter((rtype) => getResourceDefinition(rtype).origin === origin);
  const rows = types.map((rtype) => {
    const { operations: origins, section } = getResourceDefinition(rtype);
    const cells = operationNames.map((operation) =>
      renderOperationCell(operation, origins[operation]),
    );
    return renderRow([`\`${rtype}\``, ...cells, ...onlyForService(section)]);
  });
  const titles = ['Type', ...operationNames, ...onlyForService('Section')];
  return [renderRow(titles), renderRow(titles.map(() => '---')), ...rows].join('\n');
}

const renderRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function renderOperationCell(
  operation: OperationName,
  origin: DocumentationSource | undefined,
): string {
  if (origin === undefined) return '';
  const { method } = operationHttpMapping[operation];
  return origin === 'service' ? method : `_${method}_`;
}

function renderBodies(rtype: ResourceType): readonly string[] {
  const { create, update, nonIdempotentMembers } = getResourceDefinition(rtype);
  const shapes = [
    { title: 'create', fields: describeBodyFields(create) },
    { title: 'update', fields: describeBodyFields(update) },
  ].filter(({ fields }) => fields.length > 0);
  if (shapes.length === 0) return [];
  const members = nonIdempotentMembers === 'all' ? ['all'] : nonIdempotentMembers;
  const names = members.map((name) => `\`${name}\``).join(', ');
  const note = `Acts at once, so it is never merged with another command: ${names}.`;
  return [
    `### \`${rtype}\``,
    ...(members.length === 0 ? [] : [note]),
    ...shapes.flatMap(({ title, fields }) => [`To ${title}:`, renderFieldTable(fields)]),
  ];
}

function describeBodyFields(
  schema: Parameters<typeof describeFields>[0] | undefined,
): readonly FieldDescription[] {
  const fields = schema === undefined ? [] : describeFields(schema);
  return fields.filter(({ path }) => path !== 'type');
}

const renderFieldTable = (fields: readonly FieldDescription[]): string =>
  [
    renderRow(['Field', 'Expected']),
    renderRow(['---', '---']),
    ...fields.map(({ path, expected, required }) =>
      renderRow([
        `\`${path}\``,
        `${expected.replaceAll('|', '\\|')}${required ? '' : ' (optional)'}`,
      ]),
    ),
  ].join('\n');
