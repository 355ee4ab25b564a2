import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readSavedStorage, type SavedStorage } from './support/saved-storage.ts'
import { stubBrowser } from './support/fake-browser.ts'

const VALUES = { token: 'a-token', userId: 'u-1', mobileno: '92210000', profileId: 'p-1', programId: 'film-1' }
const PROGRESS = { programId: 'film-1', programGuid: 'film-1', season: 0, episode: 0, duration: 12, finished: false }

/** Stubs the browser with the storage of version 0.1. */
async function restore(viewer: 'member' | 'visitor', change: Partial<SavedStorage> = {}): Promise<void> {
  const saved = { ...(await readSavedStorage('v0.1', { viewer, values: VALUES })), ...change }
  stubBrowser(saved)
  vi.stubGlobal('document', {
    cookie: Object.entries(saved.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
  })
}

// Some modules read storage on import.
beforeEach(() => vi.resetModules())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('browser storage of version 0.1, of a member', () => {
  beforeEach(() => restore('member'))

  test('holds the session with its profile', async () => {
    const { readSession } = await import('#web/viewer/session/session.ts')
    const { takeMessage } = await import('#web/kit/session.ts')
    expect(readSession()).toEqual({
      token: 'a-token',
      mobileno: '92210000',
      areaCode: '852',
      profile: {
        profileId: 'p-1',
        name: '陳大文',
        avatar: '/i/0d1f23aea48d7eded14f176e/256.webp',
        childrenModel: false,
      },
      pattern: 'normal',
    })
    expect(takeMessage()).toBe('Welcome back.')
  })

  test('holds the language, in storage and in the cookie', async () => {
    const { readLanguage } = await import('#web/kit/language.ts')
    expect(readLanguage()).toBe('en_US')
    await restore('member', { local: {} })
    expect(readLanguage()).toBe('en_US')
    await restore('member', { cookies: {} })
    expect(readLanguage()).toBe('en_US')
  })

  test('holds the settings of the player', async () => {
    const { playerSettings, rememberedBandwidth } = await import('#web/features/player/engine/player-settings.ts')
    expect(playerSettings.get()).toEqual({
      volume: 0.4,
      muted: false,
      speed: 1.25,
      quality: 360,
      accountQuality: 'auto',
      subtitle: 'en',
      audioLang: 'en',
      audioName: undefined,
      audioChannels: undefined,
      secondSubtitle: undefined,
      subtitleSize: 'medium',
      subtitleBackground: 'none',
    })
    expect(rememberedBandwidth()).toBe(4_200_000)
  })

  test('holds the quality setting of the account', async () => {
    const { accountQuality } = await import('#web/viewer/account/account-quality.ts')
    expect(accountQuality()).toBe('auto')
  })

  test('holds the unlock by the parental code', async () => {
    const { unlockedUntil } = await import('#web/viewer/parental/parental-unlock.ts')
    expect(unlockedUntil()).toBeGreaterThan(Date.now())
  })

  test('holds the accepted content warnings', async () => {
    const { isWarningAccepted } = await import('#web/viewer/playback-gates/playback-gates.ts')
    expect(isWarningAccepted('film-1')).toBe(true)
    expect(isWarningAccepted('another-title')).toBe(true)
    expect(isWarningAccepted('film-2')).toBe(false)
  })

  test('holds the device, the visit and its tracking values', async () => {
    const { adSeen, deviceSerial, readTracking } = await import('#web/viewer/session/visit-storage.ts')
    expect(deviceSerial()).toBe('0123456789abcdef0123456789abcdef')
    expect(adSeen()).toBe(true)
    expect(readTracking()).toEqual({
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_campaign: 'autumn',
      utm_term: 'ferry',
      utm_content: 'top',
    })
  })

  test('holds the watch progress of a visitor, to be merged after login', async () => {
    const { hasVisitorProgress } = await import('#web/viewer/watch-progress/visitor-progress-key.ts')
    const { unmergedVisitorProgress } = await import('#web/viewer/watch-progress/visitor-watch-progress.ts')
    expect(hasVisitorProgress()).toBe(true)
    expect(unmergedVisitorProgress()).toEqual([{ ...PROGRESS, position: 6, at: expect.any(String) }])
  })

  test('holds the scroll positions for a reload', async () => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'reload' } as unknown as PerformanceEntry])
    const { scrollPositionOf } = await import('#web/kit/scroll-memory.ts')
    expect(scrollPositionOf('entry')).toBe(640)
  })

  test('holds the hover card setting', async () => {
    const { HOVER_CARD_KEY } = await import('#web/features/hover-card/hover-card.rules.ts')
    expect(localStorage.getItem(HOVER_CARD_KEY)).toBe('off')
  })
})

describe('browser storage of version 0.1, of a visitor', () => {
  beforeEach(() => restore('visitor'))

  test('holds the kids mode of the tab', async () => {
    const { readSession } = await import('#web/viewer/session/session.ts')
    expect(readSession()).toMatchObject({ token: undefined, profile: undefined, pattern: 'children' })
  })

  test('holds watch progress, separately for kids mode', async () => {
    const { visitorProgress } = await import('#web/viewer/watch-progress/visitor-watch-progress.ts')
    expect(visitorProgress()).toEqual([{ ...PROGRESS, position: 3, at: expect.any(String) }])
    await restore('visitor', { session: {} })
    expect(visitorProgress()).toEqual([{ ...PROGRESS, position: 6, at: expect.any(String) }])
  })

  test('holds the pending action', async () => {
    const { hasPendingAction, takePendingAction } = await import('#web/viewer/session/pending-action.ts')
    expect(hasPendingAction()).toBe(true)
    const taken = takePendingAction()
    expect(Object.values(taken ?? {})).toContainEqual({
      kind: 'favorite',
      programId: 'film-1',
      programGuid: 'film-1',
    })
    expect(taken?.at).toBe('/category/movie')
  })

  test('holds the sent SMS codes', async () => {
    const { readSentCode } = await import('#web/viewer/account/sent-sms-code.ts')
    for (const purpose of ['registration', 'reset'] as const) {
      expect(readSentCode(purpose)).toEqual({ mobileno: '92210000', areaCode: '852', until: expect.any(Number) })
    }
  })

  test('holds the embed mode of the mobile app', async () => {
    const { isEmbed } = await import('#web/site/boot/embed.ts')
    expect(isEmbed()).toBe(true)
  })
})
