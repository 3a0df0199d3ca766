/** Which role may do what: roles.json, read once and checked against the lists of rights and roles, so that a mistake in it stops the start. */
import { RIGHTS, type Right, ROLES, type Role } from '../../protocol/desk/rights.ts';
import described from './roles.json' with { type: 'json' };

export interface RoleDescription {
  readonly name: string;
  readonly note: string;
  /** Nobody works in this role without two-step login. */
  readonly secondStep: boolean;
  readonly rights: readonly Right[];
}

/** Throws with the role and what is wrong about it. */
export function rolesFrom(roles: Readonly<Record<string, Omit<RoleDescription, 'rights'> & { readonly rights: readonly string[] }>>) {
  for (const name of Object.keys(roles))
    if (!(ROLES as readonly string[]).includes(name))
      throw new Error(`roles.json: there is no role ${name}; roles are ${ROLES.join(', ')}`);
  for (const role of ROLES) {
    const rights = roles[role]?.rights;
    if (rights === undefined) throw new Error(`roles.json: the role ${role} is missing`);
    const unknown = rights.find((right) => !Object.hasOwn(RIGHTS, right));
    if (unknown !== undefined)
      throw new Error(`roles.json: ${role} has the right ${unknown}, which there is not (protocol/desk/rights.ts)`);
  }
  return roles as Readonly<Record<Role, RoleDescription>>;
}

export const ROLES_BY_CODE = rolesFrom(described.roles);

export const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

/** A role that a database holds and this version does not know has no rights. */
export const rightsOf = (role: string): readonly Right[] => (isRole(role) ? ROLES_BY_CODE[role].rights : []);
