import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { check, find, list, type PageContent, saveDraft } from '#contract/admin/pages.ts'
import { consolePages as text } from '#text/zh_HK/console-pages.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { consoleTitle as titleText } from '#text/zh_HK/console-title.ts'
import { aPageBanner, aPageCategory } from '../../../../../test/support/page-content.ts'
import { ADMINISTRATOR, type Answers, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const named = (name: string) => ({ zh_HK: name, en_US: name })
const LIVE: PageContent = {
  tabs: [],
  categories: ['雨', '海', '山'].map((name) => aPageCategory(`list-${name}`, { title: named(name) })),
  banners: [aPageBanner('slide', { programId: 'tram', title: named('電車') })],
}
const without = (name: string): PageContent => ({
  ...LIVE,
  categories: LIVE.categories.filter(({ categoryId }) => categoryId !== `list-${name}`),
})
const REVISIONS = ['2026-11-21T00:00:01.000000Z', '2026-11-21T00:00:02.000000Z', '2026-11-21T00:00:03.000000Z']
const page = (more: object = {}) => ({
  scope: '1',
  version: 4,
  content: LIVE,
  draft: null,
  others: [],
  titles: [],
  ...more,
})
const conflict = (content: PageContent, revision = REVISIONS[1]) => ({
  result: 'FAILED',
  errorCode: 'VERSION_CONFLICT',
  message: 'message',
  current: { content, baseVersion: 4, revision },
  by: 'operator:ann',
  at: '2026-11-21T00:00:02Z',
})

const render = (answers: Answers) =>
  renderConsole({
    me: {
      ...ADMINISTRATOR,
      roles: ['catalogue'],
      operator: { ...ADMINISTRATOR.operator, operatorId: crypto.randomUUID() },
    },
    path: '/pages/1',
    answers: [
      [list, { tabs: [{ tabId: '1', name: named('首頁'), type: 'list', isShown: true }], drafts: [] }],
      [find, page()],
      [check, { issues: [] }],
      ...answers,
    ],
  })

const rows = () =>
  within(screen.getByRole('list', { name: text.lists }))
    .getAllByRole('button', { name: /^編輯/ })
    .map((button) => button.getAttribute('aria-label'))
const editing = (...names: string[]) => names.map((name) => text.edit(name))

/** Removes a row here, while another window has saved a draft without another row. */
async function overtaken() {
  const answers = [conflict(without('雨')), { savedAt: '2026-11-21T00:00:03Z', revision: REVISIONS[2] }]
  const rendered = await render([[saveDraft, () => answers.shift()!]])
  await rendered.user.click(await screen.findByRole('button', { name: text.remove('山') }))
  await rendered.user.keyboard('{Control>}s{/Control}')
  await screen.findByText(titleText.overtaken.notice)
  return rendered
}

test('each save names the draft that it was made on', async () => {
  const answers = REVISIONS.map((revision) => ({ savedAt: '2026-11-21T00:00:01Z', revision }))
  const { user, callsOf } = await render([[saveDraft, () => answers.shift()!]])
  for (const name of ['山', '海']) {
    await user.click(await screen.findByRole('button', { name: text.remove(name) }))
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(callsOf(saveDraft)).toHaveLength(name === '山' ? 1 : 2))
  }
  expect(callsOf(saveDraft).map(({ input }) => input)).toMatchObject([{ revision: null }, { revision: REVISIONS[0] }])
})

test('what another window has saved is not overwritten: it is compared, merged, and saved on top', async () => {
  const { user, callsOf } = await overtaken()
  await user.keyboard('{Control>}s{/Control}')
  expect(callsOf(saveDraft)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: titleText.overtaken.choose }))
  const dialog = within(await screen.findByRole('dialog', { name: titleText.overtaken.title }))
  expect(dialog.queryByText(consoleShell.conflict.title)).toBeNull()
  await user.click(dialog.getByRole('button', { name: consoleShell.save }))
  await waitFor(() => expect(callsOf(saveDraft)).toHaveLength(2))
  expect(callsOf(saveDraft)[1]!.input).toMatchObject({
    revision: REVISIONS[1],
    draft: { categories: [{ categoryId: 'list-海' }] },
  })
  expect(screen.queryByText(titleText.overtaken.notice)).toBeNull()
})

test('the newer draft may be taken whole, and that undone', async () => {
  const { user, callsOf } = await overtaken()
  await user.click(screen.getByRole('button', { name: titleText.overtaken.choose }))
  const dialog = within(await screen.findByRole('dialog', { name: titleText.overtaken.title }))
  await user.click(dialog.getByRole('button', { name: consoleShell.conflict.discard }))
  await screen.findByText(titleText.overtaken.taken)
  expect(rows()).toEqual(editing('海', '山'))
  expect(callsOf(saveDraft)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: text.undo }))
  expect(rows()).toEqual(editing('雨', '海'))
  await waitFor(() => expect(callsOf(saveDraft)).toHaveLength(2))
  expect(callsOf(saveDraft)[1]!.input).toMatchObject({ revision: REVISIONS[1] })
})

test('a publication asks first which of two drafts it is', async () => {
  const { user } = await overtaken()
  await user.keyboard('{Control>}{Enter}{/Control}')
  const dialog = within(await screen.findByRole('dialog', { name: text.publishing('首頁') }))
  await waitFor(() => expect(dialog.getByRole('button', { name: text.publish }).hasAttribute('disabled')).toBe(false))
  await user.click(dialog.getByRole('button', { name: text.publish }))
  await screen.findByRole('dialog', { name: titleText.overtaken.title })
})

test('what a lost request of this window has saved is no draft of another', async () => {
  const saved = { savedAt: '2026-11-21T00:00:03Z', revision: REVISIONS[2] }
  const answers = [undefined, conflict(without('山')), saved]
  const { user, callsOf } = await render([[saveDraft, () => answers.shift()]])
  await user.click(await screen.findByRole('button', { name: text.remove('山') }))
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(callsOf(saveDraft)).toHaveLength(1))
  await user.click(await screen.findByRole('button', { name: text.remove('海') }))
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(callsOf(saveDraft)).toHaveLength(3))
  expect(callsOf(saveDraft)[2]!.input).toMatchObject({
    revision: REVISIONS[1],
    draft: { categories: [{ categoryId: 'list-雨' }] },
  })
  expect(screen.queryByText(titleText.overtaken.notice)).toBeNull()
})
