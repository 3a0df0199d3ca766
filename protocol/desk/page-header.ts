/**
 * The header of every call of the back office. A page of another origin could send it only if the server allowed that (CORS), which this server
 * never does. So such a page cannot use the cookie of an operator.
 */
export const PAGE_HEADER = { name: 'x-requested-with', value: 'caipu' } as const;
