/** Opens the services that all others use: the database, the published descriptions, the clock and encryption at rest. */
import { statSync } from 'node:fs';
import { openPublication, type Publication, productOffset, restoreLastGood } from './catalog/index.ts';
import {
  type Database,
  developmentKeys,
  type GameClock,
  keysOfFolder,
  type Log,
  openClock,
  openDatabase,
  openEncryption,
  type EncryptionAtRest,
  KEYS_VARIABLE,
  type EncryptionKey,
} from './platform/index.ts';
import { SCHEMA } from './schema.ts';
import type { ServerOptions } from './server-options.ts';
import type { CloseSteps, StartContext } from './start.ts';

/** Real ms between two readings of the database's clock; the second for a simulated clock. */
const SYNC_MS = 30_000;
const SYNC_SIMULATED_MS = 250;

export interface BaseServices {
  readonly database: Database;
  readonly publication: Publication;
  readonly clock: GameClock;
  readonly encryption: EncryptionAtRest;
}

export async function openBaseServices(start: StartContext): Promise<BaseServices> {
  const { options, log, closing } = start;
  checkFolders(options);
  const [database, publication] = await openStores(start);
  const clock = await openClock(database, options.clockSpeed);
  const encryption = await openEncryption(database, options.encryptionKeys ?? ownKeys(options, log));
  keepInStep(clock, closing);
  await restoreLastGood(database, publication, log);
  await keepProductOffset({ database, clock, publication }, log, closing);
  checkBrand(options.brand, publication);
  return { database, publication, clock, encryption };
}

function checkFolders({ gamesDir, appDir }: ServerOptions): void {
  for (const [name, folder] of [
    ['CAIPU_GAMES', gamesDir],
    ['CAIPU_DESCRIPTIONS', appDir],
  ] as const)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`the folder ${folder} does not exist or is no folder. Set ${name} to the folder of descriptions, or create it.`);
}

/** Reads the descriptions while the database connects, which is mostly waiting. If one of the two fails to open, the other is still closed at the end. */
async function openStores({ options, log, closing }: StartContext): Promise<[Database, Publication]> {
  const { gamesDir, appDir, brand, watch = true } = options;
  const opening = [
    openDatabase({
      schema: SCHEMA,
      dataDir: options.dataDir,
      url: options.databaseUrl,
      replaceRoutinesNumber: options.replaceRoutinesNumber,
      log,
      pool: options.pool,
      ...(options.poolSize === undefined ? {} : { poolSize: options.poolSize }),
    }),
    openPublication({ gamesDir, appDir, brand, watch, startLater: true, log }),
  ] as const;
  for (const one of await Promise.allSettled(opening)) if (one.status === 'fulfilled') closing.add(() => one.value.close());
  return Promise.all(opening);
}

/** Another process may move a simulated clock at any time. A real clock drifts from the database's by ms a day. */
function keepInStep(clock: GameClock, closing: CloseSteps): void {
  const syncing = setInterval(() => void clock.sync().catch(() => {}), clock.simulated ? SYNC_SIMULATED_MS : SYNC_MS);
  syncing.unref();
  closing.add(() => clearInterval(syncing));
}

/** SQL functions that write the date of a number read the product's clock from the database (order_no). */
async function keepProductOffset(
  { database, clock, publication }: { readonly database: Database; readonly clock: GameClock; readonly publication: Publication },
  log: Log,
  closing: CloseSteps,
): Promise<void> {
  const store = async () => {
    const offset = productOffset(publication);
    await database.query('UPDATE clock SET utc_offset_ms = $1::bigint WHERE id = 1 AND utc_offset_ms <> $1::bigint', [offset]);
  };
  // A usual start finds the offset stored.
  if (clock.openedWithOffset !== productOffset(publication)) await store();
  const failed = (error: Error) => log(`the product's clock could not be stored, numbers may have the date before: ${error.message}`);
  closing.add(publication.onChange(() => void store().catch(failed)));
}

function checkBrand(brand: string | undefined, publication: Publication): void {
  const brands = Object.keys(publication.index().documents.brand ?? {});
  if (brand !== undefined && brands.length > 0 && !brands.includes(brand))
    throw new Error(`CAIPU_BRAND=${brand} is not one of ${brands.join(', ')}. Correct it or leave it out.`);
}

/** The keys of a server whose options give none: from the data folder of the embedded database, or else the keys for development. */
function ownKeys({ databaseUrl, pool, dataDir }: ServerOptions, log: Log): readonly EncryptionKey[] {
  if (databaseUrl === undefined && pool === undefined) return keysOfFolder(dataDir);
  log(`${KEYS_VARIABLE} is not set: players’ data is encrypted under a key for development that everybody knows`);
  return developmentKeys();
}
