/** Path of a member or entry below another path: `payload.on`, `payload.points[2]`, `payload["a b"]`. */
export function pathOf(at: string, step: string | number): string {
  if (typeof step === 'number') return `${at}[${step}]`;
  if (/^[A-Za-z_]\w{0,63}$/.test(step)) return at === '' ? step : `${at}.${step}`;
  return `${at}[${JSON.stringify(step.length > 40 ? `${step.slice(0, 40)}…` : step)}]`;
}
