import { askTable } from './bridge-routes';
import { reasonOf } from './reason-of';
import { settingOf, formOf } from './settings-in-form';
import { sharedText } from './texts';
import type { FieldDescription } from '../resources';
import type { TypeDescription } from './bridge-routes';

const longest = 120;

let table: Promise<readonly TypeDescription[]> | undefined;

/** Asks for the table once; a failed answer is asked for again the next time. */
function readTable(): Promise<readonly TypeDescription[]> {
  table ??= askTable().then(
    ({ types }) => types,
    (error: unknown) => {
      table = undefined;
      throw error;
    },
  );
  return table;
}

/**
 * Shows, folded away, which members the body of the chosen operation may have.
 *
 * @param node node that is edited
 * @param place element to fill
 */
export function prepareFieldTable(node: EditorNode, place: JQuery): void {
  let shown = '';
  const refresh = async (): Promise<void> => {
    const rtype = settingOf(node, 'rtype');
    const operation = settingOf(node, 'operation');
    const wanted = `${rtype} ${operation}`;
    if (wanted === shown) return;
    shown = wanted;
    place.empty();
    if (operation !== 'create' && operation !== 'update') return;
    try {
      const type = (await readTable()).find((one) => one.rtype === rtype);
      const fields = type?.fields[operation];
      if (shown === wanted && fields !== undefined) place.append(fieldTable(fields));
    } catch (error) {
      place.text(reasonOf(error));
    }
  };
  formOf(node).on('change', () => void refresh());
  void refresh();
}

/** A long list of values is cut; all of it is in the tooltip and in the documentation. */
const short = (expected: string): string =>
  expected.length > longest
    ? `${expected.slice(0, expected.lastIndexOf(', ', longest))}, …`
    : expected;

function fieldTable(fields: readonly FieldDescription[]): JQuery {
  const rows = fields.map(({ path, expected, required }) =>
    $('<tr>').append(
      $('<th scope="row">').append($('<code>').text(path)),
      $('<td>')
        .attr('title', expected)
        .text(
          required ? sharedText('fields.required', { expected: short(expected) }) : short(expected),
        ),
    ),
  );
  return $('<details class="lighting-bridge-fields">').append(
    $('<summary>').text(sharedText('fields.title', { count: fields.length })),
    $('<div class="lighting-bridge-fields-scroll" tabindex="0">').append(
      $('<table>').append($('<tbody>').append(rows)),
    ),
  );
}
