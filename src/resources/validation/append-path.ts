/** Appends a member name or an array index to a path: `payload.on`, `payload.points[2]`, `payload["a b"]`. */
export function appendPath(parentPath: string, step: string | number): string {
  if (typeof step === 'number') return `${parentPath}[${step}]`;
  if (/^[A-Za-z_]\w{0,63}$/.test(step)) return parentPath === '' ? step : `${parentPath}.${step}`;
  return `${parentPath}[${JSON.stringify(step.length > 40 ? `${step.slice(0, 40)}…` : step)}]`;
}
