/**
 * Every column that holds sealed texts, with the purpose that they are sealed for. A new one has its line here: replacing a key seals all of
 * them again (server/platform/encryption/reencrypt.ts), and the server does not start on a database that it could not read.
 */
export interface EncryptedColumn {
  readonly table: string;
  /** Its primary key. */
  readonly key: readonly string[];
  readonly column: string;
  readonly purpose: string;
}

export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  { table: 'encryption_secrets', key: ['name'], column: 'sealed', purpose: 'vault.mark-key' },
  { table: 'contacts', key: ['user_id', 'channel'], column: 'value_sealed', purpose: 'contact.value' },
  { table: 'identities', key: ['user_id'], column: 'name_sealed', purpose: 'identity.name' },
  { table: 'identities', key: ['user_id'], column: 'number_sealed', purpose: 'identity.number' },
  { table: 'outgoing_messages', key: ['id'], column: 'to_sealed', purpose: 'message.to' },
  { table: 'outgoing_messages', key: ['id'], column: 'vars_sealed', purpose: 'message.vars' },
  { table: 'withdrawal_accounts', key: ['user_id', 'id'], column: 'sealed', purpose: 'payout.number' },
  { table: 'operators', key: ['id'], column: 'step_sealed', purpose: 'operator.step' },
  { table: 'push_keys', key: ['id'], column: 'sealed', purpose: 'push.key' },
  { table: 'push_subscriptions', key: ['id'], column: 'address_sealed', purpose: 'push.address' },
  { table: 'scratch_pools', key: ['id'], column: 'seed_sealed', purpose: 'scratch.seed' },
];
