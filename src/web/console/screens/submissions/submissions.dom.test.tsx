import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { campaigns, exportAll, image, list, open, remove } from '#contract/admin/submissions.ts'
import { consoleShell as shell } from '#text/zh_HK/console-shell.ts'
import { consoleSubmissions as text } from '#text/zh_HK/console-submissions.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const CARE = { ...ADMINISTRATOR, roles: ['care' as const] }
const CAMPAIGN = {
  codeName: 'REVIEW',
  title: { zh_HK: '學生影評', en_US: 'Student reviews' },
  state: 'running',
  submissions: 1,
}
const ROW = {
  submissionNumber: 'K7QM-2XPD',
  codeName: 'REVIEW',
  language: 'zh_HK',
  isMember: true,
  agreesToMarketing: true,
  imageFields: ['drawing'],
  submittedAt: '2026-11-20T04:00:00Z',
  openedAt: null,
}
const OPENED = {
  ...ROW,
  accountId: 'acc-1',
  answers: [
    { name: 'penName', label: '筆名', value: '小樁' },
    { name: 'phone', label: '電話', value: '' },
  ],
  termsText: '我同意比賽條款。',
  marketingText: '願意收取活動消息',
}

const render = (path: string, answers: Answers = []) =>
  renderConsole({
    me: CARE,
    path,
    answers: [[list, pageOf([ROW])], [campaigns, { list: [CAMPAIGN] }], [open, OPENED], ...answers],
  })
const button = (name: string) => screen.findByRole('button', { name: keepUnits(name) })

/** Opens the row and says why. */
async function reveal(user: Awaited<ReturnType<typeof render>>['user']) {
  await act(async () => user.click(await screen.findByRole('button', { name: text.open('K7QM-2XPD') })))
  await act(async () => user.click(await button(text.show.button)))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(shell.reason), '評審')
  await act(async () => user.click(dialog.getByRole('button', { name: keepUnits(text.show.button) })))
}

test('the list names the campaign and opens nothing; the answers come with a reason', async () => {
  const { user, callsOf } = await render('/submissions')
  const table = within(await screen.findByRole('table', { name: text.list }))
  expect(await table.findByText('學生影評')).toBeTruthy()
  expect(table.getByText(text.states.new)).toBeTruthy()
  expect(callsOf(open)).toEqual([])
  await reveal(user)
  expect(await screen.findByText('小樁')).toBeTruthy()
  expect(screen.getByText(text.unanswered)).toBeTruthy()
  expect(callsOf(open)[0]!.input).toMatchObject({ submissionNumber: 'K7QM-2XPD', reason: '評審' })
  expect(screen.getByRole('link', { name: text.openAccount }).getAttribute('href')).toBe('#/customers/acc-1')
})

test('a picture is fetched when it is asked for, with the reason that was given', async () => {
  const { user, callsOf } = await render('/submissions', [[image, { contentType: 'image/webp', content: 'AAAA' }]])
  await reveal(user)
  expect(callsOf(image)).toEqual([])
  await act(async () => user.click(await button(text.image.show('drawing'))))
  expect((await screen.findByAltText(text.image.alt('drawing'))).getAttribute('src')).toBe(
    'data:image/webp;base64,AAAA',
  )
  expect(callsOf(image)[0]!.input).toMatchObject({ field: 'drawing', reason: '評審' })
})

test('a file is of one campaign: none is asked for before one is chosen, or without the word', async () => {
  const { user, callsOf } = await render('/submissions')
  await act(async () => user.click(await button(text.export.button)))
  expect(await screen.findByText(text.export.choose)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(callsOf(exportAll)).toEqual([])
})

test('a deletion asks for a reason and the word', async () => {
  const { user, callsOf } = await render('/submissions', [[remove, {}]])
  await act(async () => user.click(await screen.findByRole('button', { name: text.open('K7QM-2XPD') })))
  await act(async () => user.click(await button(text.remove.button)))
  const dialog = within(await screen.findByRole('dialog'))
  const go = dialog.getByRole('button', { name: keepUnits(text.remove.button) })
  expect((go as HTMLButtonElement).disabled).toBe(true)
  await user.type(dialog.getByLabelText(shell.reason), '應要求')
  await user.type(dialog.getByLabelText(shell.typeWord(text.remove.word)), text.remove.word)
  await act(async () => user.click(go))
  expect(callsOf(remove)[0]!.input).toMatchObject({ submissionNumber: 'K7QM-2XPD', reason: '應要求' })
})

test('without any submission the page says what will be there', async () => {
  await render('/submissions', [[list, pageOf([])]])
  expect(await screen.findByText(text.empty)).toBeTruthy()
})
