/** Changes the query of the page's address without anybody opening another page. */

/**
 * Puts parameters into the address and takes the empty ones out; returns the new path with query. The history's own method is called as the
 * browser made it: the router listens to the one on `history`, and would open the page again.
 */
export function replaceQuery(changes: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  const address = location.pathname + (text ? `?${text}` : '');
  History.prototype.replaceState.call(history, history.state, '', address + location.hash);
  return address;
}
