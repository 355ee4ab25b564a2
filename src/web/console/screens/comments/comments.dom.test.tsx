import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addWord, decide, list, listedWords, pause, removeWord, resume, show, undo } from '#contract/admin/comments.ts'
import { consoleComments as text } from '#text/zh_HK/console-comments.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const CARE = { ...ADMINISTRATOR, roles: ['care' as const] }
const commentOf = (commentId: string, more: object = {}) => ({
  commentId,
  version: 3,
  programId: 'ferry',
  title: { zh_HK: '黃昏渡輪', en_US: 'Ferry at Dusk' },
  name: `西環${commentId}`,
  text: `內容${commentId}：加我微信領獎。`,
  marks: [],
  spoiler: false,
  status: 'waiting',
  why: ['first'],
  reports: [],
  score: 4,
  createdAt: '2026-11-20T12:14:03Z',
  isEdited: false,
  ...more,
})
const RECORD = {
  title: {
    programId: 'ferry',
    name: { zh_HK: '黃昏渡輪', en_US: '' },
    classify: 'movie',
    year: 2024,
    score: 4.2,
    votes: 12,
  },
  decisions: [],
  author: {
    accountId: 'acc-1',
    pausedUntil: null,
    since: '2026-07-01T00:00:00Z',
    published: 11,
    rejected: 3,
    waiting: 1,
    reports: 2,
    upheld: 1,
    recent: [
      {
        commentId: 'old',
        title: { zh_HK: '孤鶴行', en_US: '' },
        text: '等到第三集才入戲',
        status: 'rejected',
        reasons: ['advert'],
        createdAt: '2026-11-09T00:00:00Z',
      },
    ],
  },
}
const done = (answer: object = {}): Answers[number] => [
  decide,
  ({ input }) => ({
    batchId: 'b1',
    done: (input.decisions as { commentId: string }[]).map(({ commentId }) => commentId),
    skipped: [],
    ...answer,
  }),
]

const render = (answers: Answers = [], rows: readonly object[] = ['1', '2', '3'].map((id) => commentOf(id))) =>
  renderConsole({
    me: CARE,
    path: '/comments',
    answers: [[list, pageOf(rows)], [show, RECORD], done(), ...answers],
  })

/** Not by its role: fifty comments beside it make that take a second. */
const panel = () => within(document.querySelector<HTMLElement>(`section[aria-label="${text.column}"]`)!)
const before = (id: string) => waitFor(() => expect(panel().getByText(`西環${id}`)).toBeTruthy())
const decisionsOf = (calls: { input: Record<string, unknown> }[]) => calls.map(({ input }) => input.decisions)

test('the first comment is open, with what the rules found, its title and the record of its author', async () => {
  const marked = commentOf('1', {
    marks: [{ from: 6, to: 8 }],
    why: ['word'],
    reports: [{ reason: 'advert', count: 2 }],
  })
  await render([], [marked, commentOf('2')])
  await before('1')
  expect(panel().getByText('微信', { selector: 'mark' })).toBeTruthy()
  expect(panel().getByText(text.whys.word)).toBeTruthy()
  expect(panel().getByText(text.reports.advert(2))).toBeTruthy()
  expect(await screen.findByText(text.writtenOf('11', '3', '1'))).toBeTruthy()
  expect(screen.getByText(text.reportedOf('2', '1'))).toBeTruthy()
  expect(screen.getByRole('link', { name: text.openAuthor }).getAttribute('href')).toBe('#/customers/acc-1')
})

test('the keys approve, skip, reject for reasons and take back; each decision names the version that was read', async () => {
  const { user, callsOf } = await render([[undo, { done: ['3'] }]])
  await before('1')
  await user.keyboard('a')
  await before('2')
  await user.keyboard('n')
  await before('3')
  await user.keyboard('r')
  expect(await screen.findByText(text.reasonNeeded)).toBeTruthy()
  await user.keyboard('341')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(text.reasons.advert) }).checked).toBe(true)
  await user.keyboard('1r')
  await before('2')
  expect(decisionsOf(callsOf(decide))).toEqual([
    [{ commentId: '1', version: 3, approve: true, reasons: [] }],
    [{ commentId: '3', version: 3, approve: false, reasons: ['advert', 'personalData'] }],
  ])
  await waitFor(() => expect(screen.getAllByRole('button', { name: new RegExp(text.recent.undo) })).toHaveLength(2))
  await user.keyboard('z')
  expect(await screen.findByText(text.recent.undone)).toBeTruthy()
  expect(callsOf(undo)).toMatchObject([{ input: { batchId: 'b1' } }])
  await waitFor(() => expect(screen.getByRole('table').textContent).toContain('西環3'))
})

test('a key that is held decides one comment, and moves through many', async () => {
  const { user, callsOf } = await render()
  await before('1')
  await user.keyboard('{a>9/}')
  await before('2')
  await user.keyboard('{n>5/}')
  await before('3')
  expect(decisionsOf(callsOf(decide))).toMatchObject([[{ commentId: '1' }]])
})

test('every decision that can be taken back stays listed, however fast they come', async () => {
  const rows = Array.from({ length: 8 }, (_, at) => commentOf(String(at + 1)))
  const { user } = await render([], rows)
  await before('1')
  for (const next of ['2', '3', '4', '5', '6', '7']) {
    await user.keyboard('a')
    await before(next)
  }
  await waitFor(() => expect(screen.getAllByRole('button', { name: new RegExp(text.recent.undo) })).toHaveLength(6))
})

test('one that comes back with another version is shown again, and the total is that of the server', async () => {
  let rows = [commentOf('1'), commentOf('2')]
  const { user } = await render([
    [list, () => pageOf(rows)],
    [undo, { done: ['2'] }],
  ])
  await before('1')
  await user.keyboard('a')
  await before('2')
  rows = [commentOf('1', { version: 5 }), commentOf('2')]
  await user.keyboard('z')
  await waitFor(() => expect(screen.getByRole('table').textContent).toContain('西環1'))
  await waitFor(() => expect(screen.getAllByText(new RegExp(consoleShell.total('2', false)))).not.toHaveLength(0))
})

test('what is taken back before the server has answered is undone once it has, and nothing that was decided before it', async () => {
  const answers: (() => void)[] = []
  const saved = done()[1] as (request: never) => object
  const { user, callsOf } = await render([
    [
      decide,
      async (request) => {
        await new Promise<void>((answer) => answers.push(answer))
        return { ...saved(request as never), batchId: `b${callsOf(decide).indexOf(request) + 1}` }
      },
    ],
    [undo, { done: ['2'] }],
  ])
  await before('1')
  await user.keyboard('a')
  await waitFor(() => expect(answers).toHaveLength(1))
  await act(async () => answers[0]!())
  await before('2')
  await user.keyboard('a')
  await waitFor(() => expect(answers).toHaveLength(2))
  await user.keyboard('z')
  expect(callsOf(undo)).toHaveLength(0)
  await act(async () => answers[1]!())
  await waitFor(() => expect(callsOf(undo).map(({ input }) => input.batchId)).toEqual(['b2']))
  await waitFor(() => expect(screen.getByRole('table').textContent).toContain('西環2'))
})

test('the ticked ones are decided together', async () => {
  const { user, callsOf } = await render()
  await before('1')
  await user.keyboard('x')
  await user.keyboard('jx')
  expect(screen.getByText(text.selected('2'))).toBeTruthy()
  await user.keyboard('A')
  await before('3')
  expect(decisionsOf(callsOf(decide))).toMatchObject([[{ commentId: '1' }, { commentId: '2' }]])
  expect(screen.getByText(text.recent.approved(2))).toBeTruthy()
})

test('a decision that is not saved comes back, says why, and is sent again under the same key', async () => {
  let isBroken = true
  const answer: Answers[number] = [
    decide,
    () =>
      isBroken
        ? { result: 'FAILED', errorCode: 'UNAVAILABLE', message: '稍後再試' }
        : { batchId: 'b', done: ['1'], skipped: [] },
  ]
  const { user, callsOf } = await render([answer])
  await before('1')
  await user.keyboard('a')
  expect(await screen.findByText('稍後再試')).toBeTruthy()
  expect(screen.getByRole('table').textContent).toContain('西環1')
  isBroken = false
  await user.click(screen.getByRole('button', { name: keepUnits(consoleShell.retry) }))
  await waitFor(() => expect(screen.getByRole('table').textContent).not.toContain('西環1'))
  const [first, second] = callsOf(decide)
  expect(second!.input.requestKey).toBe(first!.input.requestKey)
})

test('what a colleague decided meanwhile is said and read again', async () => {
  const { user, callsOf } = await render([done({ done: [], skipped: [{ commentId: '1', why: 'changed' }] })])
  await before('1')
  await user.keyboard('a')
  expect(await screen.findByText(text.recent.skipped(1))).toBeTruthy()
  await waitFor(() => expect(callsOf(list).length).toBeGreaterThan(1))
})

test('letters typed into the note decide nothing; the note is sent with the reasons', async () => {
  const { user, callsOf } = await render()
  await before('1')
  await user.keyboard('7')
  await user.type(await screen.findByRole('textbox', { name: text.note }), 'arnx')
  expect(callsOf(decide)).toHaveLength(0)
  await user.click(panel().getByRole('button', { name: new RegExp(`^${text.reject}`) }))
  await waitFor(() =>
    expect(decisionsOf(callsOf(decide))).toMatchObject([[{ approve: false, reasons: ['other'], note: 'arnx' }]]),
  )
})

test('fifty are cleared by one key each', async () => {
  const rows = Array.from({ length: 52 }, (_, at) => commentOf(`n${at}`))
  const { user, callsOf } = await render([], rows)
  await before('n0')
  for (let at = 1; at <= 50; at++) {
    await user.keyboard('a')
    await before(`n${at}`)
  }
  expect(callsOf(decide)).toHaveLength(50)
})

test('the words are listed, added and removed', async () => {
  const { user, callsOf } = await render([
    [listedWords, { list: ['微信', 'telegram'] }],
    [addWord, { word: 'casino' }],
    [removeWord, { word: '微信' }],
  ])
  await before('1')
  await act(() => user.click(screen.getByRole('button', { name: keepUnits(text.words) })))
  const dialog = within(await screen.findByRole('dialog', { name: text.wordList.title }))
  await user.type(dialog.getByRole('textbox', { name: text.wordList.addLabel }), 'Casino')
  await user.click(dialog.getByRole('button', { name: keepUnits(text.wordList.add) }))
  expect(await screen.findByText(text.wordList.added('casino'))).toBeTruthy()
  await user.click(await dialog.findByRole('button', { name: text.wordList.remove('微信') }))
  await waitFor(() => expect(callsOf(removeWord)).toMatchObject([{ input: { word: '微信' } }]))
})

test('without comments it says so; a filter that finds none is cleared', async () => {
  const answer: Answers[number] = [
    list,
    ({ input }) => pageOf((input.filter as { why?: string }).why === 'link' ? [] : [commentOf('1')]),
  ]
  const { user } = await renderConsole({ me: CARE, path: '/comments?why=link', answers: [answer, [show, RECORD]] })
  const none = (await screen.findByText(text.none)).parentElement!
  await user.click(within(none).getByRole('button', { name: keepUnits(consoleShell.clearFilters) }))
  await before('1')
  expect(location.hash).toBe('#/comments')
})

test('the help names the keys of the screen', async () => {
  const { user } = await render()
  await before('1')
  await user.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: consoleShell.keys.title }))
  for (const label of [text.keys.approve, text.keys.reject, text.keys.reason, text.keys.undo])
    expect(dialog.getByText(label)).toBeTruthy()
})

test('an author is paused with a reason, is said to be, and can be let write again', async () => {
  let pausedUntil: string | null = null
  const { user, callsOf } = await render([
    [show, () => ({ ...RECORD, author: { ...RECORD.author, pausedUntil } })],
    [
      pause,
      () => {
        pausedUntil = '2026-12-07T04:00:00Z'
        return { pausedUntil }
      },
    ],
    [resume, {}],
  ])
  const confirm = async (open: string, title: string) => {
    await user.click(await screen.findByRole('button', { name: keepUnits(open) }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await user.type(dialog.getByRole('textbox', { name: new RegExp(consoleShell.reason) }), '廣告')
    await user.click(dialog.getByRole('button', { name: keepUnits(open) }))
  }
  await confirm(text.pause.button, text.pause.title)
  expect(await screen.findByText(/暫停至/)).toBeTruthy()
  expect(callsOf(pause)[0]!.input).toMatchObject({ accountId: 'acc-1', reason: '廣告' })
  await confirm(text.pause.resume, text.pause.resumeTitle)
  expect(await screen.findByText(text.pause.resumed)).toBeTruthy()
  expect(callsOf(resume)).toHaveLength(1)
})
