import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/admin/endpoint.ts'
import {
  check,
  find,
  history as readHistory,
  list,
  type PageContent,
  plan,
  publish,
  saveDraft,
  unplan,
} from '#contract/admin/pages.ts'
import { open } from '#contract/admin/preview.ts'
import { PREVIEW_ESCAPE } from '#contract/preview.ts'
import { consolePreview as preview } from '#text/zh_HK/console-preview.ts'
import { consoleTitle as title } from '#text/zh_HK/console-title.ts'
import { consolePages as text } from '#text/zh_HK/console-pages.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { aPageBanner, aPageCategory } from '../../../../../test/support/page-content.ts'
import { ADMINISTRATOR, type Answers, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const named = (name: string) => ({ zh_HK: name, en_US: name })
const LIVE: PageContent = {
  tabs: [],
  categories: ['雨', '海', '山'].map((name) => aPageCategory(`list-${name}`, { title: named(name) })),
  banners: [aPageBanner('slide', { programId: 'tram' })],
}
const page = (more: object = {}) => ({
  scope: '1',
  version: 4,
  route: '/category/list',
  content: LIVE,
  draft: null,
  others: [],
  plan: null,
  failedPlan: null,
  titles: [{ programId: 'tram', title: named('電車'), keyart: '' }],
  ...more,
})
const TABS = [
  { tabId: '1', name: named('首頁'), type: 'list', isShown: true },
  { tabId: '3', name: named('劇集'), type: 'list', isShown: false },
]
const as = (...roles: Role[]) => ({ ...ADMINISTRATOR, roles })
const render = (answers: Answers = [], me = as('catalogue')) =>
  renderConsole({
    // A draft outlives its page: each test has an operator of its own.
    me: { ...me, operator: { ...me.operator, operatorId: crypto.randomUUID() } },
    path: '/pages/1',
    answers: [
      [list, { tabs: TABS, drafts: [{ scope: '3', isOwn: false }] }],
      [find, page()],
      [check, { issues: [] }],
      [saveDraft, { savedAt: '2026-11-21T00:00:00Z' }],
      ...answers,
    ],
  })

const rows = () =>
  within(screen.getByRole('list', { name: text.lists }))
    .getAllByRole('button', { name: /^編輯/ })
    .map((button) => button.getAttribute('aria-label'))
const named3 = (...names: string[]) => names.map((name) => text.edit(name))

test('a row moves by Alt and an arrow or by its menu, is announced, keeps the focus, and is saved as a draft', async () => {
  const { user, callsOf } = await render()
  const pencil = await screen.findByRole('button', { name: text.edit('海') })
  pencil.focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(rows()).toEqual(named3('海', '雨', '山'))
  expect(screen.getByText(text.movedTo('海', 1, 3))).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: text.edit('海') }))
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(rows()).toEqual(named3('海', '雨', '山'))
  const row = within(screen.getByRole('button', { name: text.edit('海') }).closest('li')!)
  await user.click(row.getByText(text.steps.last))
  expect(rows()).toEqual(named3('雨', '山', '海'))
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(callsOf(saveDraft)).not.toEqual([]))
  expect(callsOf(saveDraft).at(-1)!.input).toMatchObject({
    scope: '1',
    baseVersion: 4,
    draft: { categories: [{ categoryId: 'list-雨' }, { categoryId: 'list-山' }, { categoryId: 'list-海' }] },
  })
})

test('the dialog counts what a publication changes; undo publishes what was there, on top of it', async () => {
  const { user, callsOf } = await render([[publish, { version: 5 }]])
  await user.click(await screen.findByRole('button', { name: text.remove('山') }))
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${text.publishCount(1)}`) }))
  const dialog = within(await screen.findByRole('dialog', { name: text.publishing('首頁') }))
  expect(dialog.getByText(text.publishText(1))).toBeTruthy()
  expect(dialog.getByText(text.changeOf.categories.removed('山'))).toBeTruthy()
  await waitFor(() => expect(dialog.getByRole('button', { name: text.publish }).hasAttribute('disabled')).toBe(false))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText(text.published)
  expect(callsOf(publish)[0]!.input).toMatchObject({ version: 4, draft: { categories: [{}, {}] } })
  await user.click(screen.getByRole('button', { name: text.undo }))
  await screen.findByText(text.undone)
  expect(callsOf(publish)[1]!.input).toMatchObject({ version: 5, draft: LIVE })
})

test('what is typed after a publication stays when that is undone', async () => {
  const { user, callsOf } = await render([[publish, { version: 5 }]])
  await user.click(await screen.findByRole('button', { name: text.remove('山') }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  const dialog = within(await screen.findByRole('dialog', { name: text.publishing('首頁') }))
  await waitFor(() => expect(dialog.getByRole('button', { name: text.publish }).hasAttribute('disabled')).toBe(false))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText(text.published)
  screen.getByRole('button', { name: text.edit('海') }).focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}{Control>}s{/Control}')
  const typed = { categories: [{ categoryId: 'list-海' }, { categoryId: 'list-雨' }] }
  await waitFor(() => expect(callsOf(saveDraft).at(-1)!.input).toMatchObject({ draft: typed }))
  await user.click(screen.getByRole('button', { name: text.undo }))
  await screen.findByText(text.undone)
  expect(callsOf(publish)[1]!.input).toMatchObject({ version: 5, draft: LIVE })
  expect(rows()).toEqual(named3('海', '雨'))
})

test('a publication is planned in Hong Kong’s time, and only for the future', async () => {
  const { user, callsOf } = await render([[plan, { version: 4, plannedId: 'plan' }]])
  await user.click(await screen.findByRole('button', { name: text.remove('山') }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  const dialog = within(await screen.findByRole('dialog', { name: text.publishing('首頁') }))
  await user.click(dialog.getByText(title.publishing.planned))
  expect(dialog.getByText(text.planText(1))).toBeTruthy()
  const button = dialog.getByRole('button', { name: title.publishing.submitPlan })
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  const at = dialog.getByLabelText(title.publishing.at)
  fireEvent.change(at, { target: { value: '2020-01-01T08:00' } })
  await user.click(button)
  await dialog.findByText(title.publishing.past)
  expect(callsOf(plan)).toEqual([])
  fireEvent.change(at, { target: { value: '2999-01-01T08:00' } })
  await user.click(button)
  await waitFor(() => expect(callsOf(plan)).toHaveLength(1))
  expect(callsOf(plan)[0]!.input).toMatchObject({ scope: '1', version: 4, draft: { categories: [{}, {}] } })
  expect(Date.parse((callsOf(plan)[0]!.input as { at: string }).at)).toBe(Date.parse('2999-01-01T00:00:00Z'))
  expect(callsOf(publish)).toEqual([])
})

test('a plan is shown and can be removed, its content becomes the draft; one that failed says why', async () => {
  const planned = { plannedId: 'plan', at: '2999-01-01T00:00:00Z', by: 'operator:Ben Ho', baseVersion: 4 }
  const failedPlan = { at: '2026-11-01T00:00:00Z', by: 'operator:Ben Ho', cause: 'changed' }
  const content = { ...LIVE, categories: [] }
  const draft = { content, baseVersion: 4, savedAt: '2026-11-21T00:00:00Z', revision: '2026-11-21T00:00:00.000000Z' }
  let isRemoved = false
  const { user, callsOf } = await render([
    [find, () => (isRemoved ? page({ draft, failedPlan }) : page({ plan: planned, failedPlan }))],
    [unplan, () => ((isRemoved = true), { isDraft: true })],
  ])
  await screen.findByText(/Ben Ho 排期於.*未有執行：版面其間已有更改。/)
  await user.click(screen.getByRole('button', { name: title.unplan }))
  await screen.findByText(title.unplanned)
  expect(callsOf(unplan)[0]!.input).toMatchObject({ scope: '1', plannedId: 'plan' })
  await screen.findByText(text.unpublished(3))
  expect(screen.queryByRole('button', { name: title.unplan })).toBeNull()
})

test('the preview shows all drafts of the operator, what was just typed included', async () => {
  const drafts = [
    { scope: '1', isOwn: true },
    { scope: '3', isOwn: false },
    { scope: 'site', isOwn: true },
  ]
  const { user, callsOf } = await render([
    [list, { tabs: TABS, drafts }],
    [open, { url: 'https://site.test/preview#grant' }],
  ])
  await user.click(await screen.findByRole('button', { name: text.remove('山') }))
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  const dialog = within(await screen.findByRole('dialog', { name: preview.title('首頁') }))
  const frame = await dialog.findByTitle<HTMLIFrameElement>(preview.frame)
  expect(frame.src).toBe('https://site.test/preview#grant/category/list')
  expect(callsOf(open)[0]!.input).toMatchObject({ draftIds: [], pages: ['1', 'site'] })
  expect(callsOf(saveDraft).at(-1)!.input).toMatchObject({ draft: { categories: [{}, {}] } })

  // No site runs here.
  const site = {}
  Object.defineProperty(frame, 'contentWindow', { value: site })
  const escape = (source: object) =>
    act(() => void dispatchEvent(Object.assign(new Event('message'), { data: PREVIEW_ESCAPE, source })))
  escape(window)
  expect(screen.queryByRole('dialog', { name: preview.title('首頁') })).toBeTruthy()
  escape(site)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: preview.title('首頁') })).toBeNull())
})

test('a new list has its version after the publication', async () => {
  const fresh = { ...LIVE, categories: LIVE.categories.map((category) => ({ ...category, version: 0 })) }
  const draft = { content: fresh, baseVersion: 4, savedAt: '2026-11-21T00:00:00Z' }
  const stored = { ...LIVE, categories: LIVE.categories.map((category) => ({ ...category, version: 7 })) }
  let isPublished = false
  const { user, callsOf } = await render([
    [
      find,
      () =>
        isPublished ? page({ version: 5, content: stored }) : page({ content: { ...LIVE, categories: [] }, draft }),
    ],
    [publish, () => ((isPublished = true), { version: 5 })],
  ])
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${text.publishCount(3)}`) }))
  const dialog = within(await screen.findByRole('dialog', { name: text.publishing('首頁') }))
  await waitFor(() => expect(dialog.getByRole('button', { name: text.publish }).hasAttribute('disabled')).toBe(false))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText(text.published)
  await waitFor(() => expect(callsOf(find).length).toBeGreaterThan(1))
  await user.click(screen.getByRole('button', { name: text.remove('山') }))
  await user.keyboard('{Control>}s{/Control}')
  const versions = { categories: [{ version: 7 }, { version: 7 }] }
  await waitFor(() => expect(callsOf(saveDraft).at(-1)?.input).toMatchObject({ draft: versions }))
})

test('more versions follow those that are shown', async () => {
  const kept = (version: number) => ({
    version,
    at: '2026-11-21T00:00:00Z',
    actor: 'system',
    kind: 'import',
    changes: [],
  })
  const { user } = await render([
    [readHistory, ({ input }) => (input.after === 4 ? { list: [kept(3)], next: null } : { list: [kept(4)], next: 4 })],
  ])
  await user.click(await screen.findByRole('button', { name: text.history }))
  const drawer = within(await screen.findByRole('dialog', { name: text.history }))
  await user.click(await drawer.findByRole('button', { name: consoleShell.more }))
  await drawer.findByText(text.version(3))
  expect(drawer.getByText(text.version(4))).toBeTruthy()
  expect(drawer.queryByRole('button', { name: consoleShell.more })).toBeNull()
})

test('what keeps a page from publication is said at its row and in the dialog, which does not publish', async () => {
  const issue = { field: 'banners/slide/url', code: 'BANNER_ADDRESS', blocks: true }
  const { user, callsOf } = await render([[check, { issues: [issue] }]])
  await user.click(await screen.findByRole('button', { name: text.remove('山') }))
  await screen.findByText(text.toFix(1))
  await user.keyboard('{Control>}{Enter}{/Control}')
  const button = await screen.findByRole('button', { name: keepUnits(text.fixFirst(1)) })
  expect(button.hasAttribute('disabled')).toBe(true)
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(callsOf(publish)).toEqual([])
})

test('others’ drafts are named, a newer version is offered to be merged', async () => {
  const draft = { content: { ...LIVE, banners: [] }, baseVersion: 3, savedAt: '2026-11-21T00:00:00Z' }
  await render([[find, page({ draft, others: [{ operator: 'Ben Ho', savedAt: '2026-11-21T00:00:00Z' }] })]])
  await screen.findByText(text.others('Ben Ho'))
  expect(screen.getByText(text.behind)).toBeTruthy()
  expect(screen.getByText(text.unpublished(1))).toBeTruthy()
  const tabs = within(screen.getByRole('navigation', { name: text.title }))
  expect(tabs.getByRole('link', { name: new RegExp(`劇集.*${text.hidden}.*${text.otherDrafts}`) })).toBeTruthy()
})

test.each([
  ['a page that is not there', 'NOT_FOUND', text.missing],
  ['one that could not be read', 'INTERNAL', consoleShell.failed.title],
])('%s says so', async (_name, errorCode, sentence) => {
  await render([[find, { result: 'FAILED', errorCode, message: 'message' }]])
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('another role may not open it', async () => {
  const { callsOf } = await render([], as('care'))
  expect(await screen.findByText(consoleShell.noPermission.title)).toBeTruthy()
  expect(callsOf(find)).toEqual([])
})

test('a row is dragged by its handle and dropped between others of its list, and announced', async () => {
  const { user, callsOf } = await render()
  const boxOf = (name: string) =>
    screen
      .getByRole('button', { name: text.edit(name) })
      .closest('li')!
      .querySelector<HTMLElement>('[data-movable]')!.parentElement!
  await screen.findByRole('button', { name: text.edit('海') })
  const [rain, hill] = [boxOf('雨'), boxOf('山')]
  hill.getBoundingClientRect = () => ({ top: 100, height: 40, left: 0, right: 0, bottom: 140, width: 0 }) as DOMRect
  const drag = (type: string, target: Element, clientY: number) => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientY })
    Object.defineProperty(event, 'dataTransfer', { value: new DataTransfer() })
    fireEvent(target, event)
  }
  const frame = () => act(() => new Promise<void>((resolve) => void requestAnimationFrame(() => resolve())))
  document.elementsFromPoint = () => [...rain.querySelectorAll('[data-movable]')]
  document.elementFromPoint = () => rain.querySelector('[data-movable]')
  drag('dragstart', rain, 10)
  await frame()
  expect(rain.dataset.dragged).toBe('')
  drag('dragenter', hill, 105)
  drag('dragover', hill, 105)
  await frame()
  expect(hill.dataset.drop).toBe('above')
  drag('dragover', hill, 135)
  await frame()
  expect(hill.dataset.drop).toBe('below')
  drag('drop', hill, 135)
  await frame()
  expect(rows()).toEqual(named3('海', '山', '雨'))
  expect(screen.getByText(text.movedTo('雨', 3, 3))).toBeTruthy()
  expect([rain.dataset.dragged, hill.dataset.drop]).toEqual([undefined, undefined])
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(callsOf(saveDraft)).not.toEqual([]))
})
