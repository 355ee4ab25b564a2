import { homePath, loadAnew, mirrorMode, readSession, storeProfile, watchSession } from '#web/viewer/session/session.ts'
import { storage } from '#web/kit/storage.ts'
import { changeOf } from './other-tabs.rules.ts'

/** A login writes several keys one after the other. */
const CALM_MS = 100
const WATCHED: ReadonlySet<string | null> = new Set([null, 'token', 'currentProfile'])

/** Lets this tab follow a login, a logout or a change of profile that another tab made, or that happened while the page lay in the browser's cache. */
export function followOtherTabs(): void {
  let shown = readSession()
  let timer: ReturnType<typeof setTimeout> | undefined
  watchSession(() => {
    shown = readSession()
  })
  const follow = () => {
    const stored = readSession()
    const change = changeOf(shown, stored)
    if (change === 'show') storeProfile(stored.profile)
    if (change !== 'away') return
    const wasMember = shown.token !== undefined
    // Once: the page is on its way out.
    shown = stored
    if (wasMember && !stored.token) storage.session.clear()
    mirrorMode()
    loadAnew(homePath())
  }
  addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea !== localStorage || !WATCHED.has(key)) return
    clearTimeout(timer)
    timer = setTimeout(follow, CALM_MS)
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow()
  })
}
