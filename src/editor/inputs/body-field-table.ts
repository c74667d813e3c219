import { fetchResourceTypeTable, toErrorMessage } from '../routes/admin-route-client';
import { getSettingValue, getDialogForm } from '../fields/setting-fields';
import { translateProblemText } from '../labels/translate-problem';
import { translateShared } from '../labels/translate';
import type { FieldDescription } from '../../resources';
import type { ResourceTypeTableEntry } from '../routes/admin-route-client';

const maxExpectedLength = 120;

let cachedTable: Promise<readonly ResourceTypeTableEntry[]> | undefined;

/** The next call retries a failed request. */
function fetchTableOnce(): Promise<readonly ResourceTypeTableEntry[]> {
  cachedTable ??= fetchResourceTypeTable().then(
    ({ types }) => types,
    (error: unknown) => {
      cachedTable = undefined;
      throw error;
    },
  );
  return cachedTable;
}

/** Shows the fields of the chosen operation in a collapsed element. */
export function prepareBodyFieldTable(node: EditorNode): void {
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
  const rows = fields.map(({ path, expected: text, required }) => {
    const expected = translateProblemText(text);
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
