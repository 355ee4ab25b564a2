import { text } from 'node:stream/consumers'
import type { Clock } from '#server/kit/clock.ts'
import type { Db } from '#server/kit/db.ts'
import { isDiskFull } from '#server/kit/disk-full.ts'
import { backlogCapability, IMAGE_QUEUES } from './images.jobs.ts'
import type { ImageStore, TitleFaceCutter } from './ports.ts'
import { fontCss, fontCssKey, fontFileKey, fontHash, glyphsOf } from './title-fonts.rules.ts'
import { findTitleFont, insertTitleFonts, markSubset, nextUncut, type TitleFontTable } from './title-fonts.repo.ts'

export type TitleFontsDeps = {
  db: Db
  clock: Clock
  store: ImageStore
  cutter: TitleFaceCutter
  /** Asks for the job that cuts fonts, on whichever node it runs. */
  requestWork: () => Promise<void>
  /** A channel that tells of new titles. */
  wakeOn?: string
}

/** `ready` is in the store; `pending` is still to be cut; `unknown` was never a title of ours. */
export type FontState = 'ready' | 'pending' | 'unknown'

export type TitleFonts = ReturnType<typeof createTitleFonts>

/** The display face of titles, cut when they are published. */
export function createTitleFonts({ db, clock, store, cutter, requestWork, wakeOn }: TitleFontsDeps) {
  const asked = new Set<string>()
  const failure = 'title font subset failed'
  const capability = backlogCapability({ queue: IMAGE_QUEUES.titleFonts, wakeOn, failure, work: cutBacklog })
  return { register, find, cutBacklog, capability }

  /** Notes titles whose face is to be cut; joins the transaction that publishes them. */
  async function register(titles: readonly string[], tx: Db = db): Promise<void> {
    const glyphs = new Set(titles.map(glyphsOf).filter((text) => text.trim() !== ''))
    const at = clock.now()
    await insertTitleFonts(
      tx,
      [...glyphs].map((text) => ({ hash: fontHash(text), glyphs: text, created_at: at })),
    )
  }

  /**
   * Whether a file of a font can be served. One that is not cut yet, or is lost, is asked for, once a process. A font that its
   * style sheet does not name never was, and asks for nothing.
   */
  async function find(hash: string, key: string): Promise<FontState> {
    if (await store.stat(key)) return 'ready'
    const font = await findTitleFont(db, hash)
    if (!font || !(key === fontCssKey(hash) || (await isNamed(hash, key)))) return 'unknown'
    if (!asked.has(hash)) {
      asked.add(hash)
      // Cut once, but its files are gone: once more.
      if (font.cut_at) await markSubset(db, { hash, at: null })
      await requestWork()
    }
    return 'pending'
  }

  async function isNamed(hash: string, key: string): Promise<boolean> {
    const sheet = await store.open(fontCssKey(hash))
    return sheet !== null && (await text(sheet.body)).includes(`(/${key})`)
  }

  /** Cuts every font that is to be cut. One that fails is passed over. @throws a full disk */
  async function cutBacklog(signal: AbortSignal, onFailure: (hash: string, error: unknown) => void): Promise<void> {
    const tried: string[] = []
    while (!signal.aborted) {
      const font = await nextUncut(db, tried)
      if (!font) return
      try {
        await cut(font)
      } catch (error) {
        // A full disk is no fault of this one: the next would meet it too.
        if (isDiskFull(error)) throw error
        tried.push(font.hash)
        onFailure(font.hash, error)
      }
    }
  }

  /** The style sheet is stored last: where it is, its fonts are. */
  async function cut({ hash, glyphs }: TitleFontTable): Promise<void> {
    const faces = await cutter.cut(glyphs)
    for (const [slice, { woff2 }] of faces.entries()) {
      await store.put(fontFileKey(hash, slice), { bytes: woff2 }, { contentType: 'font/woff2' })
    }
    const css = Buffer.from(fontCss(hash, faces))
    await store.put(fontCssKey(hash), { bytes: css }, { contentType: 'text/css; charset=utf-8' })
    await markSubset(db, { hash, at: clock.now() })
  }
}
