/** Handles the error when several transactions write the same unique value at once. */

const UNIQUE_VIOLATION = '23505';

/**
 * Two transactions that write one unique value both find it unused, and the index refuses the later one when the earlier has committed. The
 * repeated work finds the value in use and returns its own refusal. `work` is one transaction or one statement, so a failed one leaves nothing behind.
 */
export async function retryOnUniqueViolation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    return work();
  }
}
