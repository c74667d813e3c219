import {
  getResourceDefinition,
  operationNames,
  operationHttpMapping,
  resourceBasePath,
  resourceTypes,
} from '../../src/resources/table';
import type { ResourceType } from '../../src/resources/table';
import { describeFields } from '../../src/resources/describe-schema';
import type { FieldDescription } from '../../src/resources/describe-schema';
import type { OperationName, DocumentationSource } from '../../src/resources/resource';
import { toEnglish } from '../../src/resources/problems';

/** @returns Markdown, ending with a newline */
export function renderResourceDocs(): string {
  return `${[
    '# Resources',
    'This page lists every resource type that the nodes, the client and the simulator know. `npm run docs` writes it from the table in `src/resources/`.',
    `Paths begin with \`${resourceBasePath}/<type>\`; an item adds \`/<id>\`. The service document does not list operations in italics, but real bridges have them.`,
    '## Types of the service document',
    renderOverview('service'),
    '## Further types of real bridges',
    renderOverview('reference'),
    '## Plain values',
    'The plain value is the state of a resource in a few members. Nodes send it, and the picker shows it. It is `null` while there is none, for example while a sensor is switched off.',
    renderValueTable(),
    '## What can be written',
    'The package refuses any other field before it sends a request. Every body can also hold `type`, the name of the resource type.',
    ...resourceTypes.flatMap(renderBodies),
  ].join('\n\n')}\n`;
}

function renderValueTable(): string {
  const rows = resourceTypes.flatMap((rtype) => {
    const { valueDescription, unit } = getResourceDefinition(rtype);
    if (valueDescription === undefined) return [];
    const meaning = unit === undefined ? valueDescription : `${valueDescription}, in ${unit}`;
    return [renderRow([`\`${rtype}\``, meaning])];
  });
  return [renderRow(['Type', 'Plain value']), renderRow(['---', '---']), ...rows].join('\n');
}

function renderOverview(documentedIn: DocumentationSource): string {
  const rows = resourceTypes.flatMap((rtype) => {
    const { operations, section } = getResourceDefinition(rtype);
    if ((section === undefined) === (documentedIn === 'service')) return [];
    const cells = operationNames.map((operation) =>
      renderOperationCell(operation, operations[operation]),
    );
    return [renderRow([`\`${rtype}\``, ...cells, ...(section === undefined ? [] : [section])])];
  });
  const titles = ['Type', ...operationNames, ...(documentedIn === 'service' ? ['Section'] : [])];
  return [renderRow(titles), renderRow(titles.map(() => '---')), ...rows].join('\n');
}

const renderRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function renderOperationCell(
  operation: OperationName,
  documentedIn: DocumentationSource | undefined,
): string {
  if (documentedIn === undefined) return '';
  const { method } = operationHttpMapping[operation];
  return documentedIn === 'service' ? method : `_${method}_`;
}

function renderBodies(rtype: ResourceType): readonly string[] {
  const { create, update, nonIdempotentMembers = [] } = getResourceDefinition(rtype);
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
        `${toEnglish(expected).replaceAll('|', '\\|')}${required ? '' : ' (optional)'}`,
      ]),
    ),
  ].join('\n');
