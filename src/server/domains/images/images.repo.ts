import type { Db } from '#server/kit/db.ts'

export interface ImageTable {
  hash: string
  name: string
  width: number
  height: number
  has_alpha: boolean
  bytes: number
  priority: number
  created_at: Temporal.Instant
  prepared_at: Temporal.Instant | null
  preview: string | null
  /** Shown nowhere since. */
  refused_at: Temporal.Instant | null
}

declare module '#server/kit/db.ts' {
  interface Database {
    image: ImageTable
    title_font: TitleFontTable
  }
}

export type ImageRow = { hash: string; name: string; width: number; hasAlpha: boolean }

const columns = ['hash', 'name', 'width', 'has_alpha as hasAlpha'] as const

/** An existing image keeps its name and takes the more urgent priority. @returns the stored name */
export async function insertImage(
  db: Db,
  row: Omit<ImageTable, 'prepared_at' | 'preview' | 'refused_at'>,
): Promise<string> {
  const { name } = await db
    .insertInto('image')
    .values({ ...row, prepared_at: null, preview: null, refused_at: null })
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet((eb) => ({
        priority: eb.fn<number>('least', ['image.priority', 'excluded.priority']),
      })),
    )
    .returning('name')
    .executeTakeFirstOrThrow()
  return name
}

export const findImage = (db: Db, hash: string): Promise<ImageRow | undefined> =>
  db.selectFrom('image').select(columns).where('hash', '=', hash).executeTakeFirst()

export const findPreviews = (db: Db, hashes: readonly string[]): Promise<{ hash: string; preview: string | null }[]> =>
  db.selectFrom('image').select(['hash', 'preview']).where('hash', 'in', hashes).execute()

export const storePreview = (db: Db, { hash, preview }: { hash: string; preview: string }) =>
  db.updateTable('image').set({ preview }).where('hash', '=', hash).execute()

export const findRefused = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('image').select('hash').where('refused_at', 'is not', null).execute()).map(({ hash }) => hash)

export const setRefused = (db: Db, { hashes, at }: { hashes: readonly string[]; at: Temporal.Instant | null }) =>
  db.updateTable('image').set({ refused_at: at }).where('hash', 'in', hashes).execute()

const WANTED = -1

export const nextUnprepared = (
  db: Db,
  { tried, onlyWanted }: { tried: readonly string[]; onlyWanted: boolean },
): Promise<ImageRow | undefined> =>
  db
    .selectFrom('image')
    .select(columns)
    .where('prepared_at', 'is', null)
    .$if(onlyWanted, (query) => query.where('priority', '=', WANTED))
    .$if(tried.length > 0, (query) => query.where('hash', 'not in', tried))
    .orderBy('priority')
    .orderBy('created_at')
    .orderBy('hash')
    .limit(1)
    .executeTakeFirst()

export const markPrepared = (db: Db, { hash, at }: { hash: string; at: Temporal.Instant }) =>
  db.updateTable('image').set({ prepared_at: at }).where('hash', '=', hash).execute()

export const markWanted = (db: Db, hash: string) =>
  db.updateTable('image').set({ priority: WANTED, prepared_at: null }).where('hash', '=', hash).execute()

export interface TitleFontTable {
  hash: string
  glyphs: string
  created_at: Temporal.Instant
  cut_at: Temporal.Instant | null
}

export async function insertTitleFonts(db: Db, fonts: readonly Omit<TitleFontTable, 'cut_at'>[]): Promise<void> {
  if (fonts.length === 0) return
  const rows = fonts.map((font) => ({ ...font, cut_at: null }))
  await db
    .insertInto('title_font')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const findTitleFont = (db: Db, hash: string): Promise<TitleFontTable | undefined> =>
  db.selectFrom('title_font').selectAll().where('hash', '=', hash).executeTakeFirst()

export const nextUnsubset = (db: Db, tried: readonly string[]): Promise<TitleFontTable | undefined> =>
  db
    .selectFrom('title_font')
    .selectAll()
    .where('cut_at', 'is', null)
    .$if(tried.length > 0, (query) => query.where('hash', 'not in', tried))
    .orderBy('created_at')
    .orderBy('hash')
    .limit(1)
    .executeTakeFirst()

export const markSubset = (db: Db, { hash, at }: { hash: string; at: Temporal.Instant | null }) =>
  db.updateTable('title_font').set({ cut_at: at }).where('hash', '=', hash).execute()
