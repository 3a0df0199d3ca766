/** Players: registration, sessions, identity, contacts, and the limits that players set themselves. */
export { WELCOME_GRANT_FEN, createAccounts, normalizeName } from './accounts.ts';
export { userInfoOf } from './calls.ts';
export { checkCode } from './codes.ts';
export { maskAddress, normalizeAddress, contactOf } from './contacts.ts';
export { deviceId } from './device.ts';
export { checkFundPassword } from './fund-password.ts';
export { createPasswordHashingQueue, type PasswordHashingQueue } from './hashing.ts';
export type { Invitation } from './hooks.ts';
export { maskRealName, passwordChangeTimes, realNameOf, securitySteps } from './identity.ts';
export { refuseByLimits } from './limits/limits.ts';
export { recordPresence } from './limits/presence.ts';
export { readExclusion, readLimits } from './limits/state.ts';
export { PERSON_COLUMNS, PERSON_JOINS, maskLoginName, readPeople, toPerson, parseUserId, type PersonRow } from './public-profile.ts';
export type { AccountServices } from './services.ts';
export { createSessions, deviceName } from './sessions.ts';
export { TRANSFER_LOCKED_TEXT, mayTransfer } from './transfer-permission.ts';
export { createPresenceQueue } from './presence-upkeep.ts';
export { accounts } from './module.ts';
