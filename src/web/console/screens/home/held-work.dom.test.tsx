import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { list as listAnnouncements } from '#contract/admin/announcements.ts'
import { continueBulk, heldBulk } from '#contract/admin/bulk.ts'
import { continueImport, list as listImports } from '#contract/admin/imports.ts'
import { continuePlan, held as heldPlans } from '#contract/admin/planned.ts'
import type { Role } from '#contract/admin/endpoint.ts'
import { consoleHome } from '#text/zh_HK/console-home.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const as = (...roles: Role[]) => ({ ...ADMINISTRATOR, roles })
const LISTS: Answers = [
  [heldBulk, { list: [] }],
  [heldPlans, { list: [] }],
  [listImports, pageOf([])],
  [listAnnouncements, pageOf([])],
]

test('held work is listed, each with a button by which a colleague continues it', async () => {
  const by = 'operator:Ida'
  const job = {
    jobId: 'j',
    by,
    change: { field: 'kids', kids: true },
    isUndo: false,
    createdAt: '2026-11-20T12:00:00Z',
    left: 7,
  }
  const file = { importId: 'i', fileName: 'titles.csv', by, createdAt: job.createdAt }
  const announcement = {
    announcementId: 'a',
    title: { zh_HK: '更新', en_US: 'Update' },
    madeBy: by,
    madeAt: job.createdAt,
  }
  const both = (one: object) =>
    pageOf([
      { ...one, isHeld: true },
      { ...one, isHeld: false },
    ])
  const plan = { plannedId: 'p', kind: 'title', title: { zh_HK: '燈', en_US: 'Lamp' }, at: job.createdAt, by }
  const { user, callsOf } = await renderConsole({
    me: as('catalogue', 'care'),
    answers: [
      ...LISTS,
      [heldBulk, { list: [job] }],
      [heldPlans, { list: [plan] }],
      [continuePlan, {}],
      [listImports, both(file)],
      [listAnnouncements, both(announcement)],
      [continueBulk, {}],
      [continueImport, { approvalId: 'x' }],
    ],
  })
  const { held } = consoleHome
  for (const what of [held.bulk('7'), held.import('titles.csv'), held.announcement('更新'), held.planOfTitle('燈')])
    expect(await screen.findByRole('button', { name: held.buttonOf(what) })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: held.buttonOf(held.bulk('7')) }))
  expect(await screen.findByText(held.done)).toBeTruthy()
  expect(callsOf(continueBulk)[0]!.input).toMatchObject({ jobId: 'j' })
  await user.click(screen.getByRole('button', { name: held.buttonOf(held.planOfTitle('燈')) }))
  await waitFor(() => expect(callsOf(continuePlan)).toHaveLength(1))
  expect(callsOf(continuePlan)[0]!.input).toMatchObject({ plannedId: 'p' })
  for (const list of [listImports, listAnnouncements])
    expect(callsOf(list)[0]!.input).toMatchObject({ filter: { isHeld: true } })
  await user.click(screen.getByRole('button', { name: held.buttonOf(held.import('titles.csv')) }))
  expect(await screen.findByText(consoleShell.waits)).toBeTruthy()
})

test('continued work is busy until the list is read again; the focus goes to a heading, not to nothing', async () => {
  const jobOf = (jobId: string, left: number) => ({
    jobId,
    by: 'operator:Ida',
    change: { field: 'kids', kids: true },
    isUndo: false,
    createdAt: '2026-11-20T12:00:00Z',
    left,
  })
  const again = Promise.withResolvers<object>()
  const lists = [{ list: [jobOf('j', 7), jobOf('k', 9)] }, again.promise, { list: [] }]
  const { user, callsOf } = await renderConsole({
    me: as('catalogue'),
    answers: [
      ...LISTS,
      [heldBulk, () => lists.shift()],
      [listImports, { ...pageOf([], 'next'), total: 60 }],
      [continueBulk, {}],
    ],
  })
  const { held } = consoleHome
  const button = (left: string) => screen.findByRole('button', { name: held.buttonOf(held.bulk(left)) })
  await user.click(await button('7'))
  await screen.findByText(held.done)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: held.title }))
  expect((await button('7')).getAttribute('aria-busy')).toBe('true')
  await user.click(await button('7'))
  expect(callsOf(continueBulk)).toHaveLength(1)
  expect(screen.getByText(held.more)).toBeTruthy()
  await act(async () => again.resolve({ list: [jobOf('k', 9)] }))
  await waitFor(() => expect(screen.queryByRole('button', { name: held.buttonOf(held.bulk('7')) })).toBeNull())
  await user.click(await button('9'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  await waitFor(() => expect(screen.queryByRole('region', { name: held.title })).toBeNull())
})

test('held work that cannot be read is not taken for none', async () => {
  const fault = { result: 'FAILED', errorCode: 'INTERNAL', message: '伺服器出錯' }
  await renderConsole({ me: as('catalogue'), answers: [...LISTS, [heldBulk, fault]] })
  const panel = await screen.findByRole('region', { name: consoleHome.held.title })
  expect(within(panel).getByText('伺服器出錯')).toBeTruthy()
})
