import { storage } from '#web/kit/storage.ts'

/** What the mobile app provides to the page that it embeds. */
interface AppBridge {
  /** Closes the page. */
  exit?: () => void
}

const EMBED = 'harbour.embed'

/** The app that embeds this page, if any. */
export const appBridge = (): AppBridge | undefined => (window as { HarbourApp?: AppBridge }).HarbourApp

/** Inside the app, which draws its own header and tabs. */
export const isInApp = (): boolean => typeof window !== 'undefined' && appBridge()?.exit !== undefined

/** Remembers for the visit that a link of the app opened this page. */
export const rememberEmbed = (): void => storage.session.set(EMBED, 'true')

/** Embedded in the mobile app (SPEC 2: `/mobile`). */
export const isEmbed = (): boolean =>
  /^#?\/mobile(\/|$)/.test(location.hash) || storage.session.get(EMBED) !== null || isInApp()
