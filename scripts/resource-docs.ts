import {
  definitionOf,
  describeFields,
  operations,
  operationWire,
  resourceRoot,
  resourceTypes,
} from '../src/resources';
import type { FieldDescription, Operation, Origin, ResourceType } from '../src/resources';

/**
 * The table of resources as a page for people.
 *
 * @returns Markdown, ending with a newline
 */
export function resourceDocs(): string {
  return `${[
    '# Resources',
    'Every resource type that the nodes, the client and the simulator know. This page is written from the table in `src/resources/` by `npm run docs`.',
    `Paths begin with \`${resourceRoot}/<type>\`; an item adds \`/<id>\`. An operation in italics is not in the service document; bridges of this kind are known to have it.`,
    '## Types of the service document',
    overview('service'),
    '## Further types of real bridges',
    overview('reference'),
    '## What can be written',
    'Everything that is not listed is refused before it is sent. `type`, the name of the resource type, may stand in every body.',
    ...resourceTypes.flatMap(bodies),
  ].join('\n\n')}\n`;
}

function overview(origin: Origin): string {
  // A section of the reference has no number: it goes by the name of the type, which stands there anyhow.
  const onlyOfService = (cell: string): readonly string[] => (origin === 'service' ? [cell] : []);
  const types = resourceTypes.filter((rtype) => definitionOf(rtype).origin === origin);
  const rows = types.map((rtype) => {
    const { operations: has, section } = definitionOf(rtype);
    const cells = operations.map((operation) => operationCell(operation, has[operation]));
    return row([`\`${rtype}\``, ...cells, ...onlyOfService(section)]);
  });
  const titles = ['Type', ...operations, ...onlyOfService('Section')];
  return [row(titles), row(titles.map(() => '---')), ...rows].join('\n');
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function operationCell(operation: Operation, origin: Origin | undefined): string {
  if (origin === undefined) return '';
  const { method } = operationWire[operation];
  return origin === 'service' ? method : `_${method}_`;
}

function bodies(rtype: ResourceType): readonly string[] {
  const { create, update, momentary } = definitionOf(rtype);
  const shapes = [
    { title: 'create', fields: fieldsOf(create) },
    { title: 'update', fields: fieldsOf(update) },
  ].filter(({ fields }) => fields.length > 0);
  if (shapes.length === 0) return [];
  const names = momentary.map((name) => `\`${name}\``).join(', ');
  const note = `Acts at once, so it is never merged with another command: ${names}.`;
  return [
    `### \`${rtype}\``,
    ...(momentary.length === 0 ? [] : [note]),
    ...shapes.flatMap(({ title, fields }) => [`To ${title}:`, fieldTable(fields)]),
  ];
}

function fieldsOf(
  schema: Parameters<typeof describeFields>[0] | undefined,
): readonly FieldDescription[] {
  const fields = schema === undefined ? [] : describeFields(schema);
  return fields.filter(({ path }) => path !== 'type');
}

const fieldTable = (fields: readonly FieldDescription[]): string =>
  [
    row(['Field', 'Expected']),
    row(['---', '---']),
    ...fields.map(({ path, expected, required }) =>
      row([`\`${path}\``, `${expected.replaceAll('|', '\\|')}${required ? '' : ' (optional)'}`]),
    ),
  ].join('\n');
