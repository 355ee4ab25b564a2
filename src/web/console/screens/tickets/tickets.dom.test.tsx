import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { admit, check, codes, taken, undo } from '#contract/admin/tickets.ts'
import { consoleTickets as text } from '#text/zh_HK/console-tickets.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const CARE = { ...ADMINISTRATOR, roles: ['care' as const] }
const SHOWTIME = {
  showtimeId: 'evening',
  film: { zh_HK: '夜渡', en_US: 'Night Crossing' },
  cinema: { zh_HK: '海旁影院', en_US: 'Harbourfront Cinema' },
  startsAt: '2026-11-21T11:30:00Z',
}
const ROW = { ...SHOWTIME, tickets: 20, admitted: 3 }
const ADMITTED = { ...ROW, admitted: 4, ticketId: 'ticket-1', admittedAt: '2026-11-21T11:00:00Z' }
const REFUSED = { result: 'FAILED', errorCode: 'CONFLICT', message: '此戲票已使用。' }
const CODE = 'K7QM2XPD9A3B'

const render = (answers: Answers = [], path = '/tickets') =>
  renderConsole({ me: CARE, path, answers: [[taken, pageOf([ROW])], ...answers] })
const field = () => screen.findByLabelText(text.code)
/** As a scanner: all at once. */
const scan = async (code: string) => {
  const input = await field()
  await act(async () => fireEvent.change(input, { target: { value: code } }))
}
const word = (name: string) => screen.findByText(name, { selector: 'output *' })

test('a whole code is sent by itself, says in large words that its person comes in, and can be taken back', async () => {
  const { callsOf, user } = await render([
    [admit, ADMITTED],
    [undo, {}],
  ])
  await scan('K7QM 2XPD')
  expect(callsOf(admit)).toEqual([])
  await scan('K7QM 2XPD 9A3B')
  expect(await word(text.words.admitted)).toBeTruthy()
  expect(screen.getByText(text.count('4', '20'))).toBeTruthy()
  expect(((await field()) as HTMLInputElement).value).toBe('')
  expect(callsOf(admit).map(({ input }) => input['code'])).toEqual(['K7QM 2XPD 9A3B'])
  await act(async () => user.click(screen.getByRole('button', { name: keepUnits(text.undo(60)) })))
  expect(await word(text.ready)).toBeTruthy()
  expect(callsOf(undo)[0]!.input).toMatchObject({ ticketId: 'ticket-1' })
})

test.each(['used', 'returned', 'cancelled', 'otherShowtime', 'early', 'over', 'unknown'] as const)(
  'a code that is %s is refused in large words',
  async (verdict) => {
    const ticket = verdict === 'unknown' ? null : { ...SHOWTIME, admittedAt: ADMITTED.admittedAt, admittedBy: 'Ann' }
    const { container } = await render([
      [admit, REFUSED],
      [check, { verdict, ticket }],
    ])
    await scan(CODE)
    expect(await word(text.words[verdict])).toBeTruthy()
    expect(container.querySelector('section[data-tone="ok"]')).toBeNull()
    if (verdict === 'used') expect(screen.getByText(text.usedAt('19:00', 'Ann'))).toBeTruthy()
  },
)

test('a code of which no answer came is not said to be refused', async () => {
  await render([
    [admit, undefined],
    [check, undefined],
  ])
  await scan(CODE)
  expect(await word(text.unanswered)).toBeTruthy()
})

test('checking alone lets no person in', async () => {
  const { callsOf, user } = await render([
    [check, { verdict: 'valid', ticket: { ...SHOWTIME, admittedAt: null, admittedBy: null } }],
  ])
  await act(async () => user.click(await screen.findByRole('radio', { name: text.modes.check })))
  await scan(CODE)
  expect(await word(text.words.valid)).toBeTruthy()
  expect(callsOf(admit)).toEqual([])
})

test('a showtime that is chosen is that of each code, and stays in the address', async () => {
  const { callsOf, user } = await render([[admit, ADMITTED]])
  await screen.findByRole('option', { name: /夜渡/ })
  await act(async () => user.selectOptions(screen.getByLabelText(text.showtime), 'evening'))
  expect(location.hash).toContain('showtime=evening')
  await scan(CODE)
  expect(await word(text.words.admitted)).toBeTruthy()
  expect(callsOf(admit)[0]!.input).toMatchObject({ showtimeId: 'evening' })
})

test('what a scanner types goes to the field, whatever has the focus, and to no key of the console', async () => {
  await render()
  await field()
  const elsewhere = screen.getByRole('radio', { name: text.modes.check })
  elsewhere.focus()
  await act(async () => {
    fireEvent.keyDown(elsewhere, { key: 'g' })
    fireEvent.keyDown(document.activeElement!, { key: 'a' })
  })
  expect(document.activeElement).toBe(await field())
  expect(location.hash).toBe('#/tickets')
})

test('the codes of a showtime are read when they are asked for', async () => {
  const list = [
    { code: CODE, admittedAt: null },
    { code: '9A3BK7QM2XPD', admittedAt: ADMITTED.admittedAt },
  ]
  const { callsOf, user } = await render([[codes, { ...ROW, list }]], '/tickets?view=showtimes')
  await act(async () => user.click(await screen.findByRole('button', { name: text.open('夜渡') })))
  expect(callsOf(codes)).toEqual([])
  await act(async () => user.click(await screen.findByRole('button', { name: keepUnits(text.codes.button) })))
  const shown = within(await screen.findByRole('list', { name: text.codes.list }))
  expect(shown.getByText('K7QM 2XPD 9A3B')).toBeTruthy()
  expect(shown.getByText(text.codes.unused)).toBeTruthy()
})
