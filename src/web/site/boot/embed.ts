import { storage } from '#web/kit/storage.ts'

/** What the app lends to the page that it embeds. */
interface AppBridge {
  /** Closes the page. */
  exit?: () => void
}

const EMBED = 'harbour.embed'

/** The app around this page, if it shows itself. */
export const appBridge = (): AppBridge | undefined => (window as { HarbourApp?: AppBridge }).HarbourApp

/** A link of the app says so once; it holds for the visit. */
export const rememberEmbed = (): void => storage.session.set(EMBED, 'true')

/** Embedded in the mobile app (SPEC 2: `/mobile`). */
export const isEmbed = (): boolean =>
  /^#?\/mobile(\/|$)/.test(location.hash) || storage.session.get(EMBED) !== null || appBridge()?.exit !== undefined
