import { operations, types } from 'lighting-bridge:table';
import { createOptions } from '../fields/controls';
import type { Choice } from '../fields/controls';
import { getSettingField, getSettingValue, getDialogForm } from '../fields/setting-fields';
import { prepareForm } from '../form/prepare-form';
import {
  createChosenTypeFilter,
  createChosenTypeResolver,
  prepareResourceTypeSelect,
} from '../inputs/resource-type-select';
import {
  createTranslator,
  translateChoices,
  translateShared,
  translateProblemText,
} from '../labels/translate';
import { fetchResourceTypeTable, toErrorMessage } from '../routes/admin-route-client';
import type { ResourceTypeTableEntry } from '../routes/admin-route-client';
import type { FieldDescription } from '../../resources/describe-schema';

const text = createTranslator('bridge-resource');

export function prepareResourceDialog(node: EditorNode & { rtype: string }): void {
  prepareResourceTypeSelect(node, text('rtype.message'), { takesUnlisted: true });
  prepareOperationSelect(node);
  prepareForm(node, {
    target: {
      accepts: createChosenTypeFilter(node),
      resolve: createChosenTypeResolver(node, {
        takesUnlisted: true,
        isOffered(type) {
          const operation = getSettingValue(node, 'operation');
          return operation === 'message' || type.operations.some((one) => one === operation);
        },
      }),
    },
  });
  prepareBodyFieldTable(node);
}

function prepareOperationSelect(node: EditorNode): void {
  const select = getSettingField(node, 'operation');
  const fillOptions = (chosen: string): void => {
    const type = types.find(({ rtype }) => rtype === getSettingValue(node, 'rtype'));
    const available: readonly string[] = type?.operations ?? operations;
    const choices: Choice[] = [
      ...translateChoices('operation', available),
      ['', translateShared('operation.messageOrRead')],
    ];
    const isOffered = choices.some(([operation]) => operation === chosen);
    select
      .empty()
      .append(createOptions(choices))
      .val(isOffered ? chosen : (available[0] ?? ''));
  };
  fillOptions(getSettingValue({ ...node }, 'operation'));
  getSettingField(node, 'rtype').on('change', () =>
    fillOptions(getSettingValue(node, 'operation')),
  );
}

const maxExpectedLength = 120;

let cachedTable: Promise<readonly ResourceTypeTableEntry[]> | undefined;

/** The next call retries a failed request. */
function fetchTableOnce(): Promise<readonly ResourceTypeTableEntry[]> {
  cachedTable ??= fetchResourceTypeTable().then(
    (table) => table.types,
    (error: unknown) => {
      cachedTable = undefined;
      throw error;
    },
  );
  return cachedTable;
}

/** Shows the fields of the chosen operation in a collapsed element. */
function prepareBodyFieldTable(node: EditorNode): void {
  const container = $('#bridge-resource-fields');
  let shownKey = '';
  const refresh = async (): Promise<void> => {
    const rtype = getSettingValue(node, 'rtype');
    const operation = getSettingValue(node, 'operation');
    const requestedKey = `${rtype} ${operation}`;
    if (requestedKey === shownKey) return;
    shownKey = requestedKey;
    container.empty();
    if (operation !== 'create' && operation !== 'update') return;
    try {
      const type = (await fetchTableOnce()).find((one) => one.rtype === rtype);
      const fields = type?.fields[operation];
      if (shownKey === requestedKey && fields !== undefined)
        container.append(createFieldTable(fields));
    } catch (error) {
      container.text(toErrorMessage(error));
    }
  };
  getDialogForm(node).on('change', () => void refresh());
  void refresh();
}

/** The tooltip and the docs have the full list. */
const truncate = (expected: string): string =>
  expected.length > maxExpectedLength
    ? `${expected.slice(0, expected.lastIndexOf(', ', maxExpectedLength))}, …`
    : expected;

function createFieldTable(fields: readonly FieldDescription[]): JQuery {
  const rows = fields.map(({ path, expected: problemText, required }) => {
    const expected = translateProblemText(problemText);
    return $('<tr>').append(
      $('<th scope="row">').append($('<code>').text(path)),
      $('<td>')
        .attr('title', expected)
        .text(
          required
            ? translateShared('fields.required', { expected: truncate(expected) })
            : truncate(expected),
        ),
    );
  });
  return $('<details class="lighting-bridge-fields">').append(
    $('<summary>').text(translateShared('fields.title', { count: fields.length })),
    $('<div class="lighting-bridge-fields-scroll" tabindex="0">').append(
      $('<table>').append($('<tbody>').append(rows)),
    ),
  );
}
