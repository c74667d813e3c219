import { parseArgs } from 'node:util';

export interface ImportCommand {
  /** `-` for the standard input. */
  readonly file: string;
  readonly output: string | undefined;
  readonly report: string | undefined;
  readonly resources: string | undefined;
  readonly check: boolean;
  readonly withoutKey: boolean;
}

export const exitStatus = { done: 0, failed: 1, needsLook: 2 } as const;

export const helpText = `Usage: lighting-bridge-import [options] <flows.json>

Rewrites the flows of HueMagic, as Node-RED exports them, to nodes of this package. The new flows go to the
standard output, what became of each node to the standard error. The file itself is not changed.

  lighting-bridge-import flows.json > flows.new.json

  <flows.json>          exported flows; - for the standard input
  --output <file>       write the new flows to this file, which only you can read
  --report <file>       write what became of each node to this file; as JSON where its name ends so
  --check               write no flows, only say what would become of each node
  --resources <file>    what your bridge holds, its answer to GET /clip/v2/resource: ids are checked
                        with it, and those of HueMagic 3 found
  --no-key              leave the key out: get a new one in the settings of the bridge
  --help                print this

HueMagic keeps the key of the bridge as plain text in the flow. The new flows hold it once, in the member
"credentials" of the bridge. Import them in the menu of Node-RED: it then keeps the key encrypted, apart from the
flows. Do not put the file in the place of flows.json, where the key would stay as plain text; and delete it, and
the old one, afterwards. A terminal never shows the key.

Exit status: 0 when all runs as before or as the report says, 2 when a node needs a look or has no counterpart,
1 when the flows cannot be read or written.
`;

const optionDefinitions = {
  output: { type: 'string' },
  report: { type: 'string' },
  resources: { type: 'string' },
  check: { type: 'boolean', default: false },
  'no-key': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/**
 * @returns undefined for `--help`
 * @throws Error that names the invalid argument
 */
export function parseCommandLine(args: readonly string[]): ImportCommand | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: optionDefinitions,
    strict: true,
    allowPositionals: true,
  });
  if (values.help) return undefined;
  const [file, another] = positionals;
  if (file === undefined)
    throw new Error('Name the flow file: lighting-bridge-import flows.json. See --help.');
  if (another !== undefined)
    throw new Error(`Name one flow file; "${another}" is another. See --help.`);
  return {
    file,
    output: values.output,
    report: values.report,
    resources: values.resources,
    check: values.check,
    withoutKey: values['no-key'],
  };
}
