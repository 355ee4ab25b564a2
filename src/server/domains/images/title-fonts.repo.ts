import type { Db } from '#server/kit/db.ts'

/** The display font subset to a title's glyphs. */
export interface TitleFontTable {
  hash: string
  glyphs: string
  created_at: Temporal.Instant
  cut_at: Temporal.Instant | null
}

declare module '#server/kit/db.ts' {
  interface Database {
    title_font: TitleFontTable
  }
}

/** Inserts fonts to be subset. Existing ones are unchanged. */
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

/** The next font to be subset, excluding those already tried. */
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
