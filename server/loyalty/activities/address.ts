/**
 * GET /api/Activity/{hash}, as the product's specification writes it, is Activity/Detail with the hash as a field: calls have no other place for
 * a field than query and form.
 */
export function activityAddress(url: string): string {
  const [, hash, query] = /^\/api\/activity\/([0-9a-f]{32})(?:\?(.*))?$/i.exec(url) ?? [];
  return hash === undefined
    ? url
    : `/api/Activity/Detail?hash=${hash.toLowerCase()}${query === undefined || query === '' ? '' : `&${query}`}`;
}
