import { storage } from '#web/kit/storage.ts'

/** What the mobile app provides to the page that it embeds. */
interface AppBridge {
  exit?: () => void
}

const EMBED = 'harbour.embed'

export const appBridge = (): AppBridge | undefined => (window as { HarbourApp?: AppBridge }).HarbourApp

export const isInApp = (): boolean => typeof window !== 'undefined' && appBridge()?.exit !== undefined

export const rememberEmbed = (): void => storage.session.set(EMBED, 'true')

/** Embedded in the mobile app (SPEC 2: `/mobile`). */
export const isEmbed = (): boolean =>
  /^#?\/mobile(\/|$)/.test(location.hash) || storage.session.get(EMBED) !== null || isInApp()
