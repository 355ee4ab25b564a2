import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakeBrowser, storedItems, stubBrowser } from '../../../../test/support/fake-browser.ts'
import { takeMessage } from '#web/kit/session.ts'
import * as session from './session.ts'
import * as visits from './visit-storage.ts'
import { connectNavigation } from '#web/kit/navigation-bridge.ts'

const adult = { profileId: 'p1', name: '阿明', avatar: '/a/1', childrenModel: false }
const child = { profileId: 'p2', name: '小明', avatar: '/a/2', childrenModel: true }
const opened = { token: 'tok', userId: 'u1', partner: 'anyplex', expiresAt: '2026-12-01T00:00:00Z' }
const number = { mobileno: '91234567', areaCode: '853' }

const go = vi.fn<(to: string) => void>()
const dropAnswers = vi.fn<() => void>()
const stored = (profile: object) => ({ token: 'tok', currentProfile: JSON.stringify(profile) })
let browser: ReturnType<typeof stubBrowser>
const open = (facts: FakeBrowser = {}) => {
  browser = stubBrowser(facts)
  connectNavigation({ go, dropAnswers })
}

beforeEach(() => {
  go.mockReset()
  dropAnswers.mockReset()
  session.onProfileEntered(() => false)
})
afterEach(() => vi.unstubAllGlobals())

describe('the stored session', () => {
  test.each<[string, FakeBrowser, Partial<session.Session>]>([
    ['a visitor', {}, session.VISITOR],
    ['a visitor in kids mode', { session: { kidsmode: 'true' } }, { token: undefined, pattern: 'children' }],
    ['a member who has not chosen', { local: { token: 'tok' } }, { token: 'tok', profile: undefined }],
    ['a member', { local: stored(adult) }, { profile: adult, pattern: 'normal' }],
    ['a child, in a new tab too', { local: stored(child) }, { profile: child, pattern: 'children' }],
    [
      'a child whose session storage was edited',
      { local: stored(child), session: { kidsmode: '' } },
      { pattern: 'children' },
    ],
    [
      'a member whose session storage was edited',
      { local: stored(adult), session: { kidsmode: 'true' } },
      {
        pattern: 'normal',
      },
    ],
    ['a token that no header can carry', { local: { ...stored(child), token: 'a\nb' } }, session.VISITOR],
    ['a profile without a token', { local: { currentProfile: JSON.stringify(adult) } }, session.VISITOR],
    ['a profile that is none', { local: { token: 'tok', currentProfile: '{"profileId":7}' } }, { profile: undefined }],
    ['a profile that is no JSON', { local: { token: 'tok', currentProfile: 'null' } }, { profile: undefined }],
  ])('is read as %s', (_, facts, expected) => {
    open(facts)
    expect(session.readSession()).toMatchObject(expected)
  })

  test('returns the same object while storage is unchanged, as useSyncExternalStore requires', () => {
    open({ local: stored(adult) })
    expect(session.readSession()).toBe(session.readSession())
  })
})

describe('validation of the stored token', () => {
  test.each(['', ' ', 'a b', 'a\nb', 'a\r\nX-Other: b', '權杖', 'é', 'tok\u0000', '\u007f'])(
    '%j is removed with its session',
    (token) => {
      open({ local: { ...stored(adult), token, language: 'en_US' }, session: { kidsmode: 'true' } })
      session.dropFalseSession()
      expect(storedItems(localStorage)).toEqual({ language: 'en_US' })
      expect(storedItems(sessionStorage)).toEqual({})
    },
  )

  test.each([undefined, 'tok', 'Zm9v_YmFy-0', '~!'])('%j is accepted', (token) => {
    const local: Record<string, string> = token === undefined ? { 'harbour.x': '1' } : { ...stored(adult), token }
    open({ local })
    session.dropFalseSession()
    expect(storedItems(localStorage)).toEqual(local)
  })
})

describe('login and profile', () => {
  test('a login stores the keys of SPEC section 3 and removes the previous session', () => {
    open({
      local: { currentProfile: JSON.stringify(child), 'harbour.unlockedUntil': '9' },
      session: { kidsmode: 'true' },
    })
    session.startSession(opened, number)
    expect(storedItems(localStorage)).toEqual({
      token: 'tok',
      mobileno: '91234567',
      'harbour.areaCode': '853',
      'harbour.userId': 'u1',
      'harbour.partner': 'anyplex',
    })
    expect(storedItems(sessionStorage)).toEqual({})
    expect(dropAnswers).toHaveBeenCalled()
  })

  test('subscribers are notified', () => {
    open()
    const watcher = vi.fn<() => void>()
    const stop = session.watchSession(watcher)
    session.startSession(opened, number)
    session.enterProfile(adult)
    expect(watcher).toHaveBeenCalledTimes(2)
    stop()
    session.enterProfile(child)
    expect(watcher).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['a normal profile goes home', adult, '#/profiles', '/category/list', 0],
    ['a child’s goes to kids home', child, '#/profiles', '/category/kids', 0],
    ['on its home already, the page reloads', adult, '#/category/list?programId=a', undefined, 1],
    ['on kids home already, too', child, '#/category/kids/', undefined, 1],
    ['from kids home to a normal profile', adult, '#/category/kids', '/category/list', 0],
  ])('choosing a profile leads to its home: %s', (_, profile, hash, to, reloads) => {
    open({ local: { token: 'tok' }, hash })
    session.enterProfile(profile)
    expect(go.mock.calls.flat()).toEqual(to ? [to] : [])
    expect(browser.reload).toHaveBeenCalledTimes(reloads)
    expect(sessionStorage.getItem('kidsmode')).toBe(profile.childrenModel ? 'true' : null)
  })

  test('only the required fields of a profile are stored, and an unlock does not carry over to another profile', () => {
    open({ local: { token: 'tok', 'harbour.unlockedUntil': '9999999999999' } })
    session.enterProfile(Object.assign({ preferences: ['action'], deletable: true }, adult))
    expect(JSON.parse(localStorage.getItem('currentProfile') ?? '')).toEqual(adult)
    expect(localStorage.getItem('harbour.unlockedUntil')).toBeNull()
  })

  test('a pending action takes precedence over home', () => {
    open({ local: { token: 'tok' }, hash: '#/profiles' })
    session.onProfileEntered(() => true)
    session.enterProfile(adult)
    expect(go).not.toHaveBeenCalled()
    expect(session.readSession().profile).toEqual(adult)
  })
})

describe('logout', () => {
  test('clears everything but the language, reloads the page and shows the message once', () => {
    open({
      local: { ...stored(child), mobileno: '91234567', language: 'en_US', 'harbour.deviceSerial': 's' },
      session: { kidsmode: 'true', utm_source: 'x', isMobile: 'true' },
      hash: '#/category/kids',
    })
    session.endSession({ message: 'over', to: '/login' })
    expect(storedItems(localStorage)).toEqual({ language: 'en_US' })
    expect(document.cookie).toContain('language=en_US')
    expect(browser.location.hash).toBe('#/login')
    expect(browser.reload).toHaveBeenCalledTimes(1)
    expect(takeMessage()).toBe('over')
    expect(takeMessage()).toBeUndefined()
    expect(session.readSession()).toEqual(session.VISITOR)
  })

  test('the unload that follows stores no scroll positions of the screens that the member saw', async () => {
    vi.resetModules()
    const { persistScrollPositions, rememberScroll } = await import('#web/kit/scroll-memory.ts')
    const { endSession } = await import('./session.ts')
    open({ local: stored(adult) })
    rememberScroll('page k /setup/credits', 900)
    endSession()
    persistScrollPositions()
    expect(storedItems(sessionStorage)).toEqual({})
  })

  test('the ad is shown once a day in a browser, whatever tabs and logins there are between', () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T15:59:00Z') })
    open({})
    expect(visits.adSeen()).toBe(false)
    visits.rememberAd()
    session.startSession(opened, number)
    sessionStorage.clear()
    expect(visits.adSeen()).toBe(true)
    // Midnight in Hong Kong.
    vi.setSystemTime(new Date('2026-11-22T16:00:00Z'))
    expect(visits.adSeen()).toBe(false)
    vi.useRealTimers()
  })

  test('a tab that showed the ad of version 0.1 shows none again', () => {
    open({ session: { 'harbour.adSeen': 'true' } })
    expect(visits.adSeen()).toBe(true)
    session.startSession(opened, number)
    expect(visits.adSeen()).toBe(true)
  })

  test('the record of shown ads ends with the session', () => {
    open({ local: stored(adult) })
    visits.rememberAd()
    visits.rememberPopup()
    visits.rememberAdInTab()
    session.endSession()
    expect(storedItems(localStorage)).toEqual({ language: 'zh_HK' })
    expect([visits.adSeen(), visits.popupSeen()]).toEqual([false, false])
  })
})

describe('a visitor’s kids mode', () => {
  test('belongs to the tab and is left after a confirmation', () => {
    open({ hash: '#/login' })
    session.enterVisitorKids()
    expect(storedItems(localStorage)).toEqual({})
    expect(storedItems(sessionStorage)).toEqual({ kidsmode: 'true' })
    expect(go).toHaveBeenCalledWith('/category/kids')
    session.leaveKidsMode()
    expect(session.isKidsMode()).toBe(false)
    expect(browser.reload).toHaveBeenCalledTimes(1)
  })

  test('cannot be used to leave a kids profile or to change the mode of a member', () => {
    open({ local: stored(child), session: { kidsmode: 'true' } })
    session.leaveKidsMode()
    expect(session.isKidsMode()).toBe(true)
    expect(browser.reload).not.toHaveBeenCalled()
    open({ local: stored(adult) })
    session.enterVisitorKids()
    expect(session.isKidsMode()).toBe(false)
  })

  test('follows the profile for a member', () => {
    open({ local: stored(child) })
    session.mirrorMode()
    expect(sessionStorage.getItem('kidsmode')).toBe('true')
    localStorage.setItem('currentProfile', JSON.stringify(adult))
    session.mirrorMode()
    expect(sessionStorage.getItem('kidsmode')).toBeNull()
  })
})

test('without storage a login is valid for the page', () => {
  open()
  const refusing = () => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refusing, setItem: refusing, removeItem: refusing, clear: refusing })
  session.startSession(opened, number)
  expect(session.readSession().token).toBe('tok')
  session.clearSession()
  expect(session.readSession().token).toBeUndefined()
})
