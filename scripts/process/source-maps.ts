/**
 * Imported before anything else: stack traces of this process, and of all that it starts, name the TypeScript files.
 * What `NODE_OPTIONS` held already, such as the hook of a debugger, stays.
 */
const option = '--enable-source-maps';
const present = process.env['NODE_OPTIONS'] ?? '';

process.setSourceMapsEnabled(true);
if (!present.includes(option)) process.env['NODE_OPTIONS'] = `${present} ${option}`.trim();
