/** What becomes of a value that several write at the same moment and only one may have. */

const UNIQUE_VIOLATION = '23505';

/**
 * Two transactions that write one unique value both find it free, and the index refuses the later one when the earlier has committed. Done
 * anew, the work finds it taken and says so in its own words. `work` is one transaction or one statement, which leaves nothing behind when it fails.
 */
export async function retryOnUniqueViolation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    return work();
  }
}
