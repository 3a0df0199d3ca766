/**
 * What a call of the operators' desk is: written once here, read by the server, the desk's pages, the check of its screens and the tests. It is
 * apart from the API's table (protocol/calls): no phone of a player may make such a call, and each names the right that it needs.
 */
import type { TObject, TProperties, TSchema } from 'typebox';
import type { Definition } from '../calls/define.ts';
import type { TypeOf } from '../calls/schema.ts';
import type { StatusName } from '../status.ts';
import type { Right } from './rights.ts';

export interface DeskDefinition {
  readonly method: 'GET' | 'POST';
  readonly path: `/operator/api/desk/${string}`;
  /** For people, in Chinese. */
  readonly summary: string;
  /** null: a login alone. */
  readonly right: Right | null;
  readonly fields: TProperties;
  /** `models` of an answer with status 0. */
  readonly answer: TSchema;
  readonly changes?: 'state' | 'money';
  readonly refuses?: readonly StatusName[];
  /** `models` of a refusal, by status. */
  readonly refusalModels?: Partial<Readonly<Record<StatusName, TSchema>>>;
  /** The call needs no session. */
  readonly open?: true;
  /** Can be made before a second step is set up that the role wants. */
  readonly beforeStep?: true;
  /** Carries the text of a file. A read of this kind is a POST, since its fields are too long for an address. */
  readonly large?: true;
}

export type DeskFields<D extends DeskDefinition> = TypeOf<TObject<D['fields']>>;
export type DeskAnswer<D extends DeskDefinition> = TypeOf<D['answer']>;

export type DeskCall<D extends DeskDefinition = DeskDefinition> = D & {
  readonly example: { readonly fields: Partial<DeskFields<D>>; readonly models: DeskAnswer<D> };
};

/** Declares a call of the desk. Throws when it contradicts itself, so that a wrong table cannot be loaded. */
export function deskCall<const D extends DeskDefinition>(definition: D & { readonly example: DeskCall<D>['example'] }): DeskCall<D> {
  const { method, path, changes, large } = definition as DeskDefinition;
  const title = `call ${method} ${path}`;
  if (!/^\/operator\/api\/desk\/[a-z]+(\/[a-z]+)*$/.test(path))
    throw new Error(`${title}: words of small letters after /operator/api/desk/`);
  if (method === 'GET' && changes !== undefined) throw new Error(`${title}: a GET changes nothing; make it a POST`);
  if (method === 'POST' && changes === undefined && large !== true) throw new Error(`${title}: a POST changes something; say what`);
  return definition;
}

/** The same as a call of the API: what reads fields and checks answers takes both. */
export const asCall = (definition: DeskDefinition): Definition => ({ ...definition, session: 'token' }) as unknown as Definition;
