import { sql } from 'kysely'
import type { SettingName } from '#contract/admin/settings.ts'
import { type Db, type Tx, lockByName } from '#server/kit/db.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    setting: {
      name: string
      value: unknown
      version: number
      actor: string
      at: Temporal.Instant
    }
  }
}

export interface SettingRow {
  readonly name: string
  /** Null: the default. */
  readonly value: unknown
  readonly version: number
  readonly actor: string
  readonly at: Temporal.Instant
}

/** A setting of which there is no row has this version. */
export const FIRST_VERSION = 1

export const SETTINGS_CHANNEL = 'settings'

export const findSettings = (db: Db): Promise<SettingRow[]> => db.selectFrom('setting').selectAll().execute()

export async function lockLimits(tx: Tx): Promise<void> {
  await lockByName(tx, 'setting limits')
}

/** Makes the row where there is none, so that two first changes wait for each other as well. */
export async function lockSetting(
  tx: Tx,
  { name, actor, at }: Pick<SettingRow, 'actor' | 'at'> & { name: SettingName },
): Promise<Pick<SettingRow, 'value' | 'version'>> {
  await tx
    .insertInto('setting')
    .values({ name, value: 'null', version: FIRST_VERSION, actor, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('setting')
    .select(['value', 'version'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Tells every process when the transaction commits. */
export async function updateSetting(tx: Tx, { name, value, version, actor, at }: SettingRow): Promise<void> {
  await tx
    .updateTable('setting')
    .set({ value: JSON.stringify(value), version, actor, at })
    .where('name', '=', name)
    .execute()
  await sql`select pg_notify(${SETTINGS_CHANNEL}, ${name})`.execute(tx)
}
