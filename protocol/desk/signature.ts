import { optional, Type } from '../calls/schema.ts';

/** An operator with a row of his own signs with his own name, whatever is said here (server/admin/guard.ts). */
export const signature = optional(
  Type.String({
    minLength: 1,
    maxLength: 40,
    pattern: '^[^\\p{C}]+$',
    description: 'Name with which an operator who uses the password of the environment signs the act.',
  }),
);
