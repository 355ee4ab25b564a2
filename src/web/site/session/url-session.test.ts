import { afterEach, describe, expect, test, vi } from 'vitest'
import { readDraft } from '#web/viewer/session/form-draft.ts'
import { loginNumber } from '#web/viewer/account/login-prefill.ts'
import { storedItems, stubBrowser } from '../../../../test/support/fake-browser.ts'
import { takeUrlSession, pendingClaim, watchUrlSession } from './url-session.ts'

afterEach(() => vi.unstubAllGlobals())

describe('what the address carries', () => {
  test('leaves it at once, and signs no one in: a link is not trusted', () => {
    const { location } = stubBrowser({
      hash: '#/category/movie?token=secret&mobileno=91234567&areaCode=853&language=en_US&utm_source=mail&genre=drama',
    })
    takeUrlSession()
    expect(location.hash).toBe('#/category/movie?utm_source=mail&genre=drama')
    expect(storedItems(localStorage)).toEqual({ language: 'en_US' })
    expect(storedItems(sessionStorage)).toEqual({ utm_source: 'mail' })
    expect(pendingClaim()).toMatchObject({ kind: 'enter', token: 'secret' })
    expect(loginNumber()).toEqual({ mobileno: '91234567', areaCode: '853' })
  })

  test.each([
    ['?token=secret&utm_source=mail', '#/category/movie', '?utm_source=mail', '#/category/movie'],
    ['?token=secret', '#/category/movie?token=other&genre=drama', '', '#/category/movie?genre=drama'],
    ['?token=secret', '', '', ''],
    ['?utm_source=mail', '#token=secret', '?utm_source=mail', '#'],
  ])('of %s%s only %s%s stays', (search, hash, restSearch, restHash) => {
    const { location } = stubBrowser({ search, hash })
    takeUrlSession()
    expect([location.search, location.hash]).toEqual([restSearch, restHash])
    expect(JSON.stringify([storedItems(localStorage), storedItems(sessionStorage)])).not.toContain('secret')
    expect(pendingClaim()).not.toMatchObject({ token: 'secret' })
  })

  test('the code of a gift card’s link goes to the form that redeems, not into the address', () => {
    const { location } = stubBrowser({ hash: '#/giftcard?gift=8888-8888-8888-8888&language=en_US' })
    takeUrlSession()
    expect(location.hash).toBe('#/giftcard?view=redeem')
    expect(readDraft('redeem')).toEqual({ values: { code: '8888-8888-8888-8888' }, resumes: true })
  })

  test('a plain address stays as it is, and leaves nothing of the one before', () => {
    const { location } = stubBrowser({ hash: '#/play?programId=a' })
    takeUrlSession()
    expect(location.hash).toBe('#/play?programId=a')
    expect(pendingClaim()).toBeUndefined()
  })

  test('UNKNOWN alone signs no one out', () => {
    stubBrowser({ local: { token: 'mine' }, hash: '#/?hostReplaced=1&token=UNKNOWN' })
    takeUrlSession()
    expect(localStorage.getItem('token')).toBe('mine')
    expect(pendingClaim()).toEqual({ kind: 'leave' })
  })
})

describe('a link in a page that already runs', () => {
  test.each([
    ['#/category/list?token=t', 1],
    ['#/category/list?language=en_US', 1],
    ['#/category/list?programId=a', 0],
    ['#/category/movie', 0],
  ])('%s reloads the page %i times, and the router does not see it', (hash, times) => {
    const { location, reload, dispatch } = stubBrowser()
    const router = vi.fn<() => void>()
    watchUrlSession()
    addEventListener('popstate', router)
    location.hash = hash
    dispatch('popstate')
    expect(reload).toHaveBeenCalledTimes(times)
    expect(router).toHaveBeenCalledTimes(1 - times)
  })
})
