import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listHomeBanner } from '#contract/banners.ts'
import { chooseProfile, createProfile, profileIcons, profileList } from '#contract/profiles.ts'
import { profiles as text } from '#text/zh_HK/profiles.ts'
import { showToast, toastStore } from '#web/kit/toast-store.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { discardPendingAction, storePendingAction } from '#web/viewer/session/pending-action.ts'
import { readSession, startSession } from '#web/viewer/session/session.ts'
import { expectFieldError } from '../../../../test/support/field-error.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { ProfileScreen } from './profile-screen.tsx'
import { ProfilesScreen } from './profiles-screen.tsx'

const { who, edit } = text
const NEW = { avatar: '', avatarId: 'tram', childrenModel: false, preferences: [], deletable: true, current: false }
const OWNER = {
  ...NEW,
  profileId: 'p1',
  name: '陳大文',
  deletable: false,
  lastUsedAt: '2026-11-20T00:00:00Z',
}
const FATHER = { ...NEW, profileId: 'p2', name: '爸爸', lastUsedAt: '2026-11-22T00:00:00Z' }
const MOTHER = { ...NEW, profileId: 'p3', name: '媽媽' }
/** As the server lists them: the last used first. */
const READS = [
  [profileList, { data: { profiles: [FATHER, OWNER, MOTHER] } }],
  [profileIcons, { list: [{ avatarId: 'tram', name: '電車', imageURL: '', kids: false }] }],
  [listHomeBanner, { data: { bannerList: [] } }],
] as const

beforeEach(() => {
  discardPendingAction()
  startSession({ token: 'token', userId: 'u1', partner: 'harbour' }, { mobileno: '91234567', areaCode: '852' })
})

afterEach(() => void vi.useRealTimers())

const list = () => screen.findByRole('list', { name: who.list })
const namesOf = async (role: 'button' | 'link') =>
  within(await list())
    .getAllByRole(role)
    .map((tile) => [OWNER, FATHER, MOTHER].find(({ name }) => tile.textContent?.includes(name))?.name)

test('profiles are listed by their last use, and while they are managed with the owner’s first', async () => {
  const { user } = await renderWeb(<ProfilesScreen />, { reads: READS })
  expect(await namesOf('button')).toEqual(['爸爸', '陳大文', '媽媽'])
  await user.click(screen.getByRole('button', { name: who.manage }))
  expect((await namesOf('link')).slice(0, 3)).toEqual(['陳大文', '爸爸', '媽媽'])
})

test('the only profile of an account is a choice too, beside kids mode', async () => {
  const { call } = await renderWeb(<ProfilesScreen />, {
    reads: [[profileList, { data: { profiles: [OWNER] } }], ...READS.slice(1)],
  })
  expect(await namesOf('button')).toEqual(['陳大文'])
  expect(screen.getByRole('button', { name: text.kids })).toBeDefined()
  expect(call).not.toHaveBeenCalled()
  expect(readSession().profile).toBeUndefined()
})

test('the pencil stands beside “manage”, and not beside “done”', async () => {
  const { user } = await renderWeb(<ProfilesScreen />, { reads: READS })
  await list()
  const manage = screen.getByRole('button', { name: who.manage })
  expect(manage.querySelector('svg')).not.toBeNull()
  await user.click(manage)
  expect(screen.getByRole('button', { name: who.done }).querySelector('svg')).toBeNull()
})

test('a created profile is not entered: the profiles are shown, and the session keeps its own', async () => {
  const { user, call, at } = await renderWeb(<ProfileScreen />, {
    path: PATHS.profile,
    reads: READS,
    answer: () => ({ result: 'SUCCESS', profile: { ...NEW, profileId: 'p4', name: '小明' } }),
  })
  await user.type(await screen.findByLabelText(edit.name), '小明')
  await user.click(screen.getByRole('button', { name: edit.create }))
  await waitFor(() => expect(at.current).toBe(PATHS.profiles))
  expect(call.mock.calls.map(([endpoint]) => endpoint)).toEqual([createProfile])
  expect(readSession().profile).toBeUndefined()
})

test('the way to kids mode leads through the new profile straight into it', async () => {
  const child = { ...NEW, profileId: 'k1', name: '小明', childrenModel: true }
  const { user, call } = await renderWeb(<ProfileScreen />, {
    path: `${PATHS.profile}?kids=1`,
    reads: READS,
    answer: () => ({ result: 'SUCCESS', profile: child }),
  })
  await user.type(await screen.findByLabelText(edit.name), '小明')
  await user.click(screen.getByRole('button', { name: edit.create }))
  await waitFor(() => expect(readSession().profile?.profileId).toBe('k1'))
  expect(call.mock.calls.map(([endpoint]) => endpoint)).toEqual([createProfile, chooseProfile])
})

test('typed text stays when its lists are fetched again and fail', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const icons = vi.fn<() => object>(() => READS[1][1])
  const { user } = await renderWeb(<ProfileScreen />, {
    path: PATHS.profile,
    reads: [...READS, [profileIcons, icons]],
  })
  await user.type(await screen.findByLabelText(edit.name), '小明')
  icons.mockImplementation(() => Promise.reject(new Error('no network')))
  // Lists are fetched again when the network is back, once they are a minute old.
  vi.setSystemTime(Date.now() + 61_000)
  for (const event of ['offline', 'online']) dispatchEvent(new Event(event))
  await waitFor(() => expect(icons).toHaveBeenCalledTimes(2))
  await screen.findByDisplayValue('小明')
  expect(screen.queryByText(edit.avatarsFailed)).toBeNull()
})

test('a profile that is chosen for the first time is asked for its genres', async () => {
  const { user, call, at } = await renderWeb(<ProfilesScreen />, {
    reads: READS,
    answer: () => ({ result: 'SUCCESS', profile: MOTHER }),
  })
  await user.click(within(await list()).getByRole('button', { name: MOTHER.name }))
  await waitFor(() => expect(at.current).toBe(PATHS.moviePreference))
  expect(call).toHaveBeenCalledWith(chooseProfile, { profileId: MOTHER.profileId })
  expect(readSession().profile?.name).toBe(MOTHER.name)
})

test('a favourite that waits for the login comes before the genres of a new profile', async () => {
  storePendingAction({ kind: 'favorite', programId: 'a', programGuid: 'a' }, PATHS.home)
  const { user, at } = await renderWeb(<ProfilesScreen />, {
    reads: READS,
    answer: () => ({ result: 'SUCCESS', profile: MOTHER }),
  })
  await user.click(within(await list()).getByRole('button', { name: MOTHER.name }))
  await waitFor(() => expect(readSession().profile?.name).toBe(MOTHER.name))
  expect(at.current).not.toBe(PATHS.moviePreference)
})

test('the toast of a registration does not lie over what is resumed once a profile is chosen', async () => {
  storePendingAction({ kind: 'favorite', programId: 'a', programGuid: 'a' }, PATHS.home)
  const { user } = await renderWeb(<ProfilesScreen />, {
    reads: READS,
    answer: () => ({ result: 'SUCCESS', profile: MOTHER }),
  })
  const tile = within(await list()).getByRole('button', { name: MOTHER.name })
  showToast({ text: 'ready', action: { label: 'OK', onClick: () => {} } })
  await user.click(tile)
  await waitFor(() => expect(readSession().profile?.name).toBe(MOTHER.name))
  expect(toastStore.get().toast).toBeUndefined()
})

test.each([
  ['a name', ' ', edit.nameMissing],
  ['at most ten characters, digits and spaces among them', '陳 大文 1234567', edit.nameTooLong(10)],
])('SPEC 5: a profile needs %s', async (_, typed, sentence) => {
  const { user, call } = await renderWeb(<ProfileScreen />, { path: PATHS.profile, reads: READS })
  await user.type(await screen.findByLabelText(edit.name), typed)
  await user.click(screen.getByRole('button', { name: edit.create }))
  await expectFieldError(edit.name, sentence)
  expect(call).not.toHaveBeenCalled()
})
