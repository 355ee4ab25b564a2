import { text } from 'node:stream/consumers'
import type { Db } from '#server/kit/db.ts'
import { isDiskFull } from '#server/kit/disk-full.ts'
import { backlogModule, IMAGE_QUEUES } from './images.jobs.ts'
import type { ImagesDeps, TitleFaceCutter } from './ports.ts'
import { fontCss, fontCssKey, fontFileKey, fontHash, glyphsOf } from './title-fonts.rules.ts'
import { findTitleFont, insertTitleFonts, markSubset, nextUnsubset, type TitleFontTable } from './images.repo.ts'

/** `unknown`: not of a registered title. */
export type FontState = 'ready' | 'pending' | 'unknown'

export type TitleFonts = ReturnType<typeof createTitleFonts>

export function createTitleFonts(deps: ImagesDeps & { cutter: TitleFaceCutter }) {
  const { db, clock, store, cutter, requestWork, wakeOn } = deps
  const requested = new Set<string>()
  const failure = 'title font subset failed'
  const domainModule = backlogModule({ queue: IMAGE_QUEUES.titleFonts, wakeOn, failure, work: cutBacklog })
  return { register, find, cutBacklog, domainModule }

  async function register(titles: readonly string[], tx: Db = db): Promise<void> {
    const glyphs = new Set(titles.map(glyphsOf).filter((text) => text.trim() !== ''))
    const at = clock.now()
    await insertTitleFonts(
      tx,
      [...glyphs].map((text) => ({ hash: fontHash(text), glyphs: text, created_at: at })),
    )
  }

  /** Requests a missing font once per process. */
  async function find(hash: string, key: string): Promise<FontState> {
    if (await store.stat(key)) return 'ready'
    const font = await findTitleFont(db, hash)
    if (!font || !(key === fontCssKey(hash) || (await isInStyleSheet(hash, key)))) return 'unknown'
    if (!requested.has(hash)) {
      requested.add(hash)
      // Its files are missing: subset again.
      if (font.cut_at) await markSubset(db, { hash, at: null })
      await requestWork()
    }
    return 'pending'
  }

  async function isInStyleSheet(hash: string, key: string): Promise<boolean> {
    const sheet = await store.open(fontCssKey(hash))
    return sheet !== null && (await text(sheet.body)).includes(`(/${key})`)
  }

  /** Skips a font that fails. @throws when the disk is full */
  async function cutBacklog(signal: AbortSignal, onFailure: (hash: string, error: unknown) => void): Promise<void> {
    const tried: string[] = []
    while (!signal.aborted) {
      const font = await nextUnsubset(db, tried)
      if (!font) return
      try {
        await subset(font)
      } catch (error) {
        if (isDiskFull(error)) throw error
        tried.push(font.hash)
        onFailure(font.hash, error)
      }
    }
  }

  /** The style sheet is stored last: it implies the fonts. */
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
