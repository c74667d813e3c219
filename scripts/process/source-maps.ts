/**
 * Imported first: stack traces of this process and its children name TypeScript files. Other `NODE_OPTIONS`, such as a
 * debugger's hook, stay.
 */
const option = '--enable-source-maps';
const present = process.env['NODE_OPTIONS'] ?? '';

process.setSourceMapsEnabled(true);
if (!present.includes(option)) process.env['NODE_OPTIONS'] = `${present} ${option}`.trim();
