import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isKidsMode, readSession, type StoredProfile } from '#web/viewer/session/session.ts'
import { connectNavigation } from '#web/kit/navigation-bridge.ts'
import { loadShellText } from '#web/viewer/text/shell-text.ts'
import { stubBrowser } from '../../../../test/support/fake-browser.ts'
import { reconcileProfile } from './reconcile-profile.ts'

const adult = { profileId: 'p1', name: '阿明', avatar: '/a/1', childrenModel: false }
const child = { profileId: 'p2', name: '小明', avatar: '/a/2', childrenModel: true }
const fetching = vi.fn<typeof fetch>()
const dropAnswers = vi.fn<() => void>()

const open = async (stored: object | undefined, current: StoredProfile | undefined) => {
  stubBrowser({ local: { token: 'tok', ...(stored ? { currentProfile: JSON.stringify(stored) } : {}) } })
  vi.stubGlobal('fetch', fetching)
  const profiles = [adult, child].map((profile) => ({ ...profile, current: profile.profileId === current?.profileId }))
  fetching.mockImplementation(async () => Response.json({ result: 'SUCCESS', data: { profiles } }))
  await loadShellText('zh_HK')
}

beforeEach(() => {
  fetching.mockReset()
  dropAnswers.mockReset()
  connectNavigation({ dropAnswers })
})
afterEach(() => vi.unstubAllGlobals())

test.each<[string, object | undefined, StoredProfile | undefined, StoredProfile | undefined]>([
  ['storage says another profile than the server', adult, child, child],
  ['a child’s profile was edited into a normal one', { ...child, childrenModel: false }, child, child],
  ['the profile was removed from storage', undefined, child, child],
  ['it has another name by now', { ...adult, name: 'A' }, adult, adult],
  ['the server knows of none', adult, undefined, undefined],
  ['a child’s profile was deleted: it stays a child’s', child, undefined, child],
  ['nothing was chosen yet', undefined, undefined, undefined],
])('the stored profile becomes the server’s when %s', async (_, stored, current, expected) => {
  await open(stored, current)
  await reconcileProfile()
  expect(readSession().profile).toEqual(expected)
  expect(isKidsMode()).toBe(expected?.childrenModel === true)
  const [url, init] = fetching.mock.calls[0] ?? []
  expect(`${url as string} ${new Headers(init?.headers).get('X-Client-Context')}`).not.toContain('profileId')
})

test('a matching profile changes nothing, nor does a refusal', async () => {
  await open(adult, adult)
  await reconcileProfile()
  fetching.mockImplementation(async () => Response.json({ result: 'FAILED', errorCode: 'INTERNAL', message: '' }))
  await reconcileProfile()
  expect(dropAnswers).not.toHaveBeenCalled()
  expect(readSession().profile).toEqual(adult)
})

test('a visitor sends no request', async () => {
  await open(undefined, undefined)
  localStorage.removeItem('token')
  await reconcileProfile()
  expect(fetching).not.toHaveBeenCalled()
})
