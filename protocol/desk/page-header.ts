/**
 * What every call of the back office carries. A page of another origin can send a header of its own only after the server has allowed it (CORS),
 * which this server never does: so no such page can make a browser use the cookie of an operator.
 */
export const PAGE_HEADER = { name: 'x-requested-with', value: 'caipu' } as const;
