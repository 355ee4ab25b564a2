import { text } from 'node:stream/consumers'
import type { Clock } from '#server/kit/clock.ts'
import type { Db } from '#server/kit/db.ts'
import { isDiskFull } from '#server/kit/disk-full.ts'
import { backlogModule, IMAGE_QUEUES } from './images.jobs.ts'
import type { ImageStore, TitleFaceCutter } from './ports.ts'
import { fontCss, fontCssKey, fontFileKey, fontHash, glyphsOf } from './title-fonts.rules.ts'
import { findTitleFont, insertTitleFonts, markSubset, nextUnsubset, type TitleFontTable } from './images.repo.ts'

export type TitleFontsDeps = {
  db: Db
  clock: Clock
  store: ImageStore
  cutter: TitleFaceCutter
  /** Requests the job that subsets fonts, on any node. */
  requestWork: () => Promise<void>
  /** Notification channel for new titles. */
  wakeOn?: string
}

/** `ready`: in the store. `pending`: not subset yet. `unknown`: not the font of a registered title. */
export type FontState = 'ready' | 'pending' | 'unknown'

export type TitleFonts = ReturnType<typeof createTitleFonts>

/** Fonts for titles, subset when a title is published. */
export function createTitleFonts({ db, clock, store, cutter, requestWork, wakeOn }: TitleFontsDeps) {
  const requested = new Set<string>()
  const failure = 'title font subset failed'
  const domainModule = backlogModule({ queue: IMAGE_QUEUES.titleFonts, wakeOn, failure, work: cutBacklog })
  return { register, find, cutBacklog, domainModule }

  /** Registers titles whose fonts are to be subset. Joins the transaction that publishes them. */
  async function register(titles: readonly string[], tx: Db = db): Promise<void> {
    const glyphs = new Set(titles.map(glyphsOf).filter((text) => text.trim() !== ''))
    const at = clock.now()
    await insertTitleFonts(
      tx,
      [...glyphs].map((text) => ({ hash: fontHash(text), glyphs: text, created_at: at })),
    )
  }

  /**
   * State of a font file. A font that is missing or not subset yet is requested once per process. A slice that the
   * font's style sheet does not name is unknown.
   */
  async function find(hash: string, key: string): Promise<FontState> {
    if (await store.stat(key)) return 'ready'
    const font = await findTitleFont(db, hash)
    if (!font || !(key === fontCssKey(hash) || (await isInStyleSheet(hash, key)))) return 'unknown'
    if (!requested.has(hash)) {
      requested.add(hash)
      // Already subset, but its files are missing: subset again.
      if (font.cut_at) await markSubset(db, { hash, at: null })
      await requestWork()
    }
    return 'pending'
  }

  async function isInStyleSheet(hash: string, key: string): Promise<boolean> {
    const sheet = await store.open(fontCssKey(hash))
    return sheet !== null && (await text(sheet.body)).includes(`(/${key})`)
  }

  /**
   * Subsets every pending font. Skips a font that fails.
   * @throws when the disk is full
   */
  async function cutBacklog(signal: AbortSignal, onFailure: (hash: string, error: unknown) => void): Promise<void> {
    const tried: string[] = []
    while (!signal.aborted) {
      const font = await nextUnsubset(db, tried)
      if (!font) return
      try {
        await subset(font)
      } catch (error) {
        // A full disk would fail the next font too.
        if (isDiskFull(error)) throw error
        tried.push(font.hash)
        onFailure(font.hash, error)
      }
    }
  }

  /** Stores the style sheet last, so its presence implies that of the fonts. */
  async function subset({ hash, glyphs }: TitleFontTable): Promise<void> {
    const faces = await cutter.cut(glyphs)
    for (const [slice, { woff2 }] of faces.entries()) {
      await store.put(fontFileKey(hash, slice), { bytes: woff2 }, { contentType: 'font/woff2' })
    }
    const css = Buffer.from(fontCss(hash, faces))
    await store.put(fontCssKey(hash), { bytes: css }, { contentType: 'text/css; charset=utf-8' })
    await markSubset(db, { hash, at: clock.now() })
  }
}
