/** A day that a list or a report of the desk is asked for. */
import { Type } from '../calls/schema.ts';

export const day = Type.String({ format: 'date', description: 'yyyy-MM-dd of the product’s wall clock.' });
