import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useLocation } from '#web/kit/router.tsx'
import { MemoryRouter } from '../../../../test/support/memory-router.tsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { errors } from '#text/zh_HK/viewer.ts'
import { hideToast, toastStore } from '#web/kit/toast-store.ts'
import { loadShellText } from '#web/viewer/text/shell-text.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { loginPrompt, takePendingAction } from '#web/viewer/session/pending-action.ts'
import { startSession, storeProfile } from '#web/viewer/session/session.ts'
import { useSiteGuard } from './use-guard.ts'

const NUMBER = { mobileno: '91234567', areaCode: '852' }
const OPENED = { token: 'token', userId: 'u1', partner: 'harbour' }
const PROFILE = { profileId: 'p1', name: 'Siu', avatar: '', childrenModel: false }

const signIn = () => startSession(OPENED, NUMBER)

/** Opens an address; `shown` is the screen on show, by default the one that the router is at. */
function open(address: string, shown?: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={['/before', address]}>{children}</MemoryRouter>
  )
  const { result } = renderHook(
    () => {
      const { pathname, search } = useLocation()
      return { isOpen: useSiteGuard(shown ?? pathname), at: `${pathname}${search}` }
    },
    { wrapper },
  )
  return result
}

beforeEach(() => {
  hideToast()
  localStorage.clear()
  sessionStorage.clear()
  loginPrompt.close()
  takePendingAction()
})

describe('a visitor', () => {
  test('stays where anyone may be', () => {
    const { current } = open(PATHS.movie)
    expect(current).toEqual({ isOpen: true, at: PATHS.movie })
    expect(loginPrompt.isOpen()).toBe(false)
  })

  test('is asked to log in at a member’s screen, over home; the address waits for the login', async () => {
    const result = open(`${PATHS.setupMessage}?page=2`)
    await waitFor(() => expect(result.current).toEqual({ isOpen: true, at: PATHS.home }))
    expect(loginPrompt.isOpen()).toBe(true)
    expect(takePendingAction()).toMatchObject({ action: { kind: 'go', to: `${PATHS.setupMessage}?page=2` } })
  })

  test('sees nothing of a member’s screen, not even while the transition to home is on its way', async () => {
    const result = open(PATHS.setupMessage, PATHS.setupMessage)
    await waitFor(() => expect(result.current.at).toBe(PATHS.home))
    expect(result.current.isOpen).toBe(false)
  })

  test('of an unknown address goes home, is told that there is no such page, and a shared title stays open', async () => {
    await loadShellText('zh_HK')
    const result = open('/nowhere?programId=a')
    await waitFor(() => expect(result.current).toEqual({ isOpen: true, at: `${PATHS.home}?programId=a` }))
    expect(toastStore.get().toast?.text).toBe(errors.notFound)
  })

  test('of the start of the embed goes home without a word', async () => {
    const result = open('/')
    await waitFor(() => expect(result.current.at).toBe(PATHS.home))
    expect(toastStore.get().toast).toBeUndefined()
  })
})

test('nothing but the title of a shared link stays in the address of a redirect', async () => {
  signIn()
  storeProfile({ ...PROFILE, childrenModel: true })
  const search = open(`${PATHS.search}?keyword=x`)
  await waitFor(() => expect(search.current).toEqual({ isOpen: true, at: PATHS.kids }))
  const shared = open(`${PATHS.search}?keyword=x&programId=a`)
  await waitFor(() => expect(shared.current).toEqual({ isOpen: true, at: `${PATHS.kids}?programId=a` }))
})

describe('a member without a profile', () => {
  beforeEach(signIn)

  test('goes to the profiles; the address waits for the choice', async () => {
    const result = open(`${PATHS.setupQuality}?from=mail`)
    await waitFor(() => expect(result.current).toEqual({ isOpen: true, at: PATHS.profiles }))
    expect(takePendingAction()).toMatchObject({ action: { kind: 'go', to: `${PATHS.setupQuality}?from=mail` } })
    expect(loginPrompt.isOpen()).toBe(false)
  })

  test('home is no place to wait for', async () => {
    const result = open(PATHS.home)
    await waitFor(() => expect(result.current.at).toBe(PATHS.profiles))
    expect(takePendingAction()).toBeUndefined()
  })
})

describe('a member with a profile', () => {
  beforeEach(() => {
    signIn()
    storeProfile(PROFILE)
  })

  test('is let in', () => {
    expect(open(PATHS.setupMessage).current).toEqual({ isOpen: true, at: PATHS.setupMessage })
  })

  test('has no use for the login screen', async () => {
    const result = open(PATHS.login)
    await waitFor(() => expect(result.current.at).toBe(PATHS.home))
  })

  test('is led out of a screen that a kids profile may not see, as soon as one is chosen', async () => {
    const result = open(PATHS.setupMessage)
    act(() => storeProfile({ ...PROFILE, childrenModel: true }))
    await waitFor(() => expect(result.current.at).toBe(PATHS.kids))
  })
})

test('a screen that was open stays on show while its closing leads away from it', () => {
  const result = open(PATHS.login, PATHS.login)
  expect(result.current.isOpen).toBe(true)
  act(() => {
    signIn()
    storeProfile(PROFILE)
  })
  expect(result.current.isOpen).toBe(true)
})
