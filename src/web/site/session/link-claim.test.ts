import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadShellText } from '#web/viewer/text/shell-text.ts'
import { storedItems, stubBrowser } from '../../../../test/support/fake-browser.ts'
import { checkClaim, type CheckedClaim, enterClaim } from './link-claim-dialog.tsx'

const adult = { profileId: 'p1', name: '阿明', avatar: '/a/1', childrenModel: false }
const child = { ...adult, profileId: 'p2', childrenModel: true }
const claim: CheckedClaim = {
  token: 'new',
  partner: 'anyplex',
  mobileno: '91234567',
  areaCode: '852',
  profile: undefined,
  at: '/category/movie',
}
const fetching = vi.fn<typeof fetch>()
const asked = () =>
  fetching.mock.calls.map(([url, init]) => [url, new Headers(init?.headers).get('Authorization')] as const)

const open = (local: Record<string, string>) => {
  vi.stubGlobal('fetch', fetching)
  return stubBrowser({ local })
}

beforeEach(async () => {
  fetching.mockReset()
  fetching.mockImplementation(async () => Response.json({ result: 'SUCCESS' }))
  await loadShellText('zh_HK')
})
afterEach(() => vi.unstubAllGlobals())

describe('entering by a link', () => {
  test('ends the session that it replaces, with that session’s own token', async () => {
    open({ token: 'old', currentProfile: JSON.stringify(adult) })
    await enterClaim(claim)
    expect(asked()).toEqual([['/api/logout.action', 'Bearer old']])
    expect(storedItems(localStorage)).toMatchObject({ token: 'new', mobileno: '91234567' })
  })

  test.each<[string, Record<string, string>]>([
    ['a visitor', {}],
    ['the same session', { token: 'new' }],
    ['a child’s session', { token: 'old', currentProfile: JSON.stringify(child) }],
  ])('ends nothing of %s', async (_, local) => {
    const { reload } = open(local)
    await enterClaim(claim)
    expect(asked()).toEqual([])
    expect(localStorage.getItem('token')).toBe('new')
    expect(reload).toHaveBeenCalledOnce()
  })

  test.each([
    ['has no network', () => Promise.reject(new TypeError('offline'))],
    ['is refused', async () => Response.json({ result: 'FAILED', errorCode: '0x800A3002', message: 'ended' })],
  ])('signs in also where the end of the other %s', async (_, answer) => {
    const { location, reload } = open({ token: 'old' })
    fetching.mockImplementation(answer)
    await enterClaim(claim)
    expect(storedItems(localStorage)).toMatchObject({ token: 'new', mobileno: '91234567' })
    expect(location.hash).toBe('#/category/movie')
    expect(reload).toHaveBeenCalledOnce()
  })
})

test('a token that no header can carry is refused without a request', async () => {
  open({})
  const answer = await checkClaim({ kind: 'enter', token: '權\n杖', profileId: undefined, at: '/' })
  expect(answer).toEqual({ is: 'refused' })
  expect(asked()).toEqual([])
})
