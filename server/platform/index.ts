/** What every module stands on: database, clock, HTTP, idempotency, background jobs, rate limits, encryption at rest, monitoring, audit, event stream, mail and text messages. */
export { DAY_MS, HOUR_MS, MINUTE_MS } from '../../engine/descriptions/time-units.ts';
export { dayNumberAt, dayNumberOf, isoDateOf } from './days.ts';
export { auditHead, recordAudit, verifyAudit, type AuditEntry, type AuditRow } from './audit/audit.ts';
export { startAuditCheck } from './audit/check.ts';
export { hasNumberSql, orderNoSql, readOrderNumber, type OrderNumber } from './order-number.ts';
export { NOW_ONCE, openClock, type GameClock } from './clock.ts';
export { openBatcher, openIdempotencyBatcher, type IdempotencyBatcher } from './database/batcher.ts';
export { openDatabase, type Database, type Querying } from './database/database.ts';
export type { Schema } from './database/schema.ts';
export { MOVEMENTS, type Unit } from './database/movement-rules.ts';
export type { PoolLike } from './database/pool.ts';
export { isDatabaseDown, isLockContention, isUnavailable } from './database/postgres.ts';
export { prepareDatabase } from './database/prepare.ts';
export type { ShortLine, ShortTicket, StoredAnswer, StoredStatus, StoredWin, Tables, TicketRest } from './database/tables.ts';
export { decrypt, encrypt } from './encryption/cipher.ts';
export { KEYS_VARIABLE, developmentKeys, keysOfFolder, parseKeys, type EncryptionKey } from './encryption/keys.ts';
export { openEncryption, type EncryptionAtRest } from './encryption/at-rest.ts';
export { answerCheck } from './http/answers.ts';
export {
  encodeBody,
  matchesEtag,
  encodedBodyCache,
  sendEncoded,
  markShared,
  setValidity,
  type EncodedBody,
} from './http/encoded-response.ts';
export {
  TooManyRequests,
  handle,
  ok,
  refuse,
  refuseCode,
  refuseField,
  refuseStep,
  registerCalls,
  send,
  fromDatabase,
  refuseTooMany,
  withReadOnlyDatabase,
  answerCall,
  type CallRequest,
  type HandledCall,
  type PublicationState,
} from './http/call.ts';
export { fieldReader } from './http/fields.ts';
export { parametersOf } from './http/form.ts';
export { closeHttp, openHttp, type ClientTimeouts } from './http/http.ts';
export { runIdempotent, refuseIdempotent, refuseWithWrite, type IdempotentRequest } from './http/idempotency.ts';
export { tokenHash, type Player } from './http/player.ts';
export { lazyValidator } from './http/validators.ts';
export { startJob, pollDelay, type RunningJob } from './jobs/job.ts';
export { Latch } from './jobs/latch.ts';
export { errorText } from './jobs/error-text.ts';
export { openTally, type Tally } from './jobs/tally.ts';
export { createWorkerThread, type WorkerAnswer } from './jobs/worker-thread.ts';
export { openMessages, type Messages, type MessagesOptions } from './messages/message-queue.ts';
export { readSmsTemplate, smsProvider, smtpProvider, type Channel } from './messages/providers.ts';
export { outboxRoutes } from './messages/routes.ts';
export { messageTime, type Template } from './messages/templates.ts';
export { readAlarms, openAlarmStore, type StoredAlarm } from './monitoring/alarm-store.ts';
export { ALARMS, createAlarms, type AlarmName, type Alarms, type Severity } from './monitoring/alarms.ts';
export { startLedgerCheck } from './monitoring/ledger-check.ts';
export { FORMATS, LEVELS, createLog, type Format, type Level, type Log } from './monitoring/log.ts';
export { createMetrics } from './monitoring/metrics.ts';
export { monitoringRoutes } from './monitoring/routes.ts';
export { stateReader, pollState } from './monitoring/state.ts';
export { createWriteProbe } from './monitoring/write-probe.ts';
export { listenError } from './process/listen-error.ts';
export { stopOnSignals } from './process/stop.ts';
export { analyzeSome, vacuumSome } from './process/table-upkeep.ts';
export { addressKey } from './rate-limits/address.ts';
export { createRateLimiter, deviceHash, type RateLimiter } from './rate-limits/rate-limiter.ts';
export { createEarlyRefusals, type EarlyRefusals } from './rate-limits/early-refusals.ts';
export { createAccountConcurrency, UNLIMITED_SLOT, type AccountConcurrency } from './rate-limits/account-concurrency.ts';
export { openEventHub, type EventHub } from './stream/hub.ts';
export { announceMessage } from './stream/message-event.ts';
export type { JobOptions, Module } from './module.ts';
export { retryOnUniqueViolation } from './database/unique-violation.ts';
