import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { list, merge, save, search } from '#contract/admin/people.ts'
import { consolePeople as text } from '#text/zh_HK/console-people.ts'
import { consoleShell as shell } from '#text/zh_HK/console-shell.ts'
import { consoleTitle } from '#text/zh_HK/console-title.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const person = (personId: string, zh: string, titles = 1) => ({
  personId,
  name: { zh_HK: zh, en_US: `Person ${personId}` },
  version: 3,
  works: titles > 0 ? [{ programId: 'film', title: { zh_HK: '渡輪', en_US: 'Ferry' } }] : [],
  titles,
})
const LEE = person('a', '李大文', 2)
const OTHER = person('b', '李大文')

const render = (answers: Answers = [], path = '/people') =>
  renderConsole({
    me: { ...ADMINISTRATOR, roles: ['catalogue'] },
    path,
    answers: [[list, pageOf([LEE, OTHER])], [search, { list: [LEE, OTHER] }], ...answers],
  })

const open = async ({ user }: Awaited<ReturnType<typeof render>>) => {
  await user.click((await screen.findAllByRole('button', { name: text.open('李大文') }))[0]!)
  return within(await screen.findByRole('dialog'))
}

test('a person is renamed in both languages, after it is said how many titles show it', async () => {
  const rendered = await render([[save, { personId: 'a' }]])
  const dialog = await open(rendered)
  await rendered.user.click(dialog.getByRole('button', { name: text.rename }))
  const form = within(await screen.findByRole('dialog', { name: text.rename }))
  expect(form.getByText(text.renameText('2'))).toBeTruthy()
  const english = form.getByLabelText(consoleTitle.languages.en_US)
  await rendered.user.clear(english)
  await rendered.user.type(english, 'Lee Tai Man')
  await rendered.user.click(form.getByRole('button', { name: shell.save }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(rendered.callsOf(save)[0]!.input).toMatchObject({
    personId: 'a',
    version: 3,
    name: { zh_HK: '李大文', en_US: 'Lee Tai Man' },
  })
})

test('two entries become one once the name is typed and a reason given; one is never offered to itself', async () => {
  const rendered = await render([[merge, { titles: 2 }]])
  const { user, callsOf } = rendered
  const dialog = await open(rendered)
  await user.type(dialog.getByRole('combobox', { name: text.mergeInto }), '李')
  const option = await dialog.findByRole('option', { name: /Person b/ })
  expect(dialog.getAllByRole('option')).toHaveLength(1)
  await user.click(option)
  const confirm = within(await screen.findByRole('dialog', { name: text.mergeTitle('李大文', '李大文') }))
  const button = confirm.getByRole<HTMLButtonElement>('button', { name: text.merge })
  await user.type(confirm.getByLabelText(shell.reason), '同一人')
  expect(button.disabled).toBe(true)
  await user.type(confirm.getByLabelText(shell.typeWord('李大文')), '李大文')
  await user.click(button)
  await waitFor(() => expect(callsOf(merge)).toHaveLength(1))
  expect(callsOf(merge)[0]!.input).toMatchObject({
    from: 'a',
    into: 'b',
    versions: { from: 3, into: 3 },
    reason: '同一人',
  })
})

test.each([
  ['/people', text.empty],
  ['/people?text=zz', text.none],
])('%s without rows says so', async (path, title) => {
  await render([[list, pageOf([])]], path)
  expect(await screen.findByText(title)).toBeTruthy()
})
