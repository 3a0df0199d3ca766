/**
 * A path inside this app, or undefined. What comes from a query, a stored value, a banner or the server passes through here before
 * anything is opened, so that no link can lead a player out of the app under its name ("//evil.example", "/\\evil.example", "javascript:…").
 */
export function safePath(to: string): string | undefined {
  // Control characters are what is looked for: browsers drop them from addresses.
  // oxlint-disable-next-line no-control-regex
  if (!to.startsWith('/') || to.length > 2_000 || /[\u0000-\u001f\u007f\\]/.test(to)) return undefined;
  const base = 'http://app.invalid';
  let parsed: URL;
  try {
    parsed = new URL(to, base);
  } catch {
    return undefined;
  }
  // "/.//evil.example" resolves to a path that, put into an address bar, would name a host.
  if (parsed.origin !== base || parsed.pathname.startsWith('//')) return undefined;
  return parsed.pathname + parsed.search + parsed.hash;
}
