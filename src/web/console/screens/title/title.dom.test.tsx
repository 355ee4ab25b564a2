import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { EMPTY_TITLE } from '#contract/admin/new-title.ts'
import { save as savePerson, search as searchPeople } from '#contract/admin/people.ts'
import {
  check,
  find,
  history,
  plan,
  publish,
  saveDraft,
  tags,
  type TitleContent,
  version,
  withdraw,
} from '#contract/admin/titles.ts'
import type { Role } from '#contract/admin/endpoint.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { consoleTitle as text } from '#text/zh_HK/console-title.ts'
import { consoleTitles as titles } from '#text/zh_HK/console-titles.ts'
import { ADMINISTRATOR, type Answers, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const CONTENT: TitleContent = {
  ...EMPTY_TITLE,
  title: { zh_HK: '夜渡鯉魚門', en_US: 'Night Crossing' },
  vodTypes: ['VIP UNLIMITED WATCH'],
  releaseYear: 2025,
  actors: [{ personId: 'p1', name: { zh_HK: '陳大文', en_US: 'Chan Tai Man' } }],
  windows: [{ region: 'HK', startsAt: '2026-09-30T16:00:00.000Z', endsAt: null }],
}
const found = (more: object = {}) => ({
  programId: 'night',
  state: 'live',
  version: 3,
  updatedAt: '2026-11-21T08:40:00Z',
  publishedAt: '2026-11-20T08:40:00Z',
  content: CONTENT,
  draft: null,
  others: [],
  otherDraft: null,
  plan: null,
  failedPlan: null,
  assets: [],
  rentals: 0,
  ...more,
})
const as = (...roles: Role[]) => ({
  ...ADMINISTRATOR,
  roles,
  // No two tests share a draft.
  operator: { ...ADMINISTRATOR.operator, operatorId: crypto.randomUUID() },
})
const render = (answers: Answers = [], { path = '/titles/night', me = as('catalogue') } = {}) =>
  renderConsole({
    me,
    path,
    answers: [
      [find, found()],
      [check, { issues: [] }],
      [tags, { list: [] }],
      [saveDraft, { programId: 'night', savedAt: '2026-11-21T08:42:00Z' }],
      ...answers,
    ],
  })

const field = (name: string, language: 'zh_HK' | 'en_US') =>
  screen.findByLabelText(new RegExp(`^${name} ${text.languages[language]}`))
const type = async (value: string, language: 'zh_HK' | 'en_US' = 'en_US') => {
  const box = await field(text.fields.title, language)
  fireEvent.change(box, { target: { value } })
  return box
}
const save = () => act(() => fireEvent.keyDown(document, { key: 's', ctrlKey: true }))

test('what is typed is saved as a draft against the version that was opened', async () => {
  const { callsOf } = await render()
  await type('Night Ferry')
  expect(await screen.findByText(text.unsaved)).toBeTruthy()
  await save()
  expect(await screen.findByText(text.saved('11月21日 16:42'))).toBeTruthy()
  expect(callsOf(saveDraft)[0]!.input).toMatchObject({
    programId: 'night',
    baseVersion: 3,
    draft: { title: { zh_HK: '夜渡鯉魚門', en_US: 'Night Ferry' } },
  })
})

test.each([
  ['live', 'https://site.test/s/night?lang=zh_HK'],
  ['draft', undefined],
])('a title that is %s has %s as its link to the site', async (state, address) => {
  await render([[find, found({ state })]])
  await field(text.fields.title, 'zh_HK')
  expect(screen.queryByRole('link', { name: text.onSite })?.getAttribute('href')).toBe(address)
})

test('a draft that another window has saved is told, and one of the two is chosen', async () => {
  const theirs = { ...CONTENT, title: { ...CONTENT.title, en_US: 'Night Harbour' } }
  const revision = '2026-11-21T08:42:00.000001Z'
  const newer = {
    result: 'FAILED',
    errorCode: 'VERSION_CONFLICT',
    message: 'message',
    current: { content: theirs, baseVersion: 3, revision },
    by: 'operator:ann',
    at: '2026-11-21T08:42:00Z',
  }
  const { user, callsOf } = await render([[saveDraft, newer]])
  await type('Night Ferry')
  await save()
  await user.click(await screen.findByRole('button', { name: text.overtaken.choose }))
  const dialog = within(await screen.findByRole('dialog', { name: text.overtaken.title }))
  await user.click(dialog.getByRole('button', { name: consoleShell.conflict.discard }))
  expect(await screen.findByText(text.overtaken.taken)).toBeTruthy()
  expect(((await field(text.fields.title, 'en_US')) as HTMLInputElement).value).toBe('Night Harbour')
  expect(callsOf(saveDraft).map(({ input }) => input)).toMatchObject([{ revision: null }])
})

test('a language without text is marked beside the one that has it', async () => {
  await render([[find, found({ content: { ...CONTENT, tagline: { zh_HK: '一夜', en_US: '' } } })]])
  expect((await field(text.fields.tagline, 'en_US')).getAttribute('name')).toBe('tagline.en_US')
  expect(screen.getAllByText(text.gap)).toHaveLength(1)
})

test('offline the draft stays on the page, and is saved once the network is back', async () => {
  let isOffline = true
  const { callsOf } = await render([
    [saveDraft, () => (isOffline ? undefined : { programId: 'night', savedAt: '2026-11-21T08:42:00Z' })],
  ])
  await type('Night Ferry')
  await save()
  expect(await screen.findByText(text.offline)).toBeTruthy()
  const leaving = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  isOffline = false
  await act(() => dispatchEvent(new Event('online')))
  expect(await screen.findByText(text.saved('11月21日 16:42'))).toBeTruthy()
  const after = new Event('beforeunload', { cancelable: true })
  dispatchEvent(after)
  expect(after.defaultPrevented).toBe(false)
  expect(callsOf(saveDraft).at(-1)!.input).toMatchObject({ draft: { title: { en_US: 'Night Ferry' } } })
})

test('a new title has its address once it has been saved, and its field keeps the focus', async () => {
  const { user } = await render([[find, found({ content: null, version: 0, state: 'draft' })]], { path: '/titles/new' })
  const box = await field(text.fields.title, 'zh_HK')
  await user.type(box, '新')
  await save()
  await waitFor(() => expect(location.hash).toBe('#/titles/night'))
  await user.keyboard('片')
  expect(document.activeElement).toBe(box)
  expect((box as HTMLInputElement).value).toBe('新片')
})

test('issues stand at their fields and in the checklist, and keep from publishing', async () => {
  const { user, callsOf } = await render([
    [
      check,
      {
        issues: [
          { field: 'title.en_US', code: 'TITLE_NEEDED', blocks: true },
          { field: 'images', code: 'POSTER_NEEDED', blocks: false },
        ],
      },
    ],
  ])
  expect(await screen.findByText(text.issues.POSTER_NEEDED)).toBeTruthy()
  const box = await field(text.fields.title, 'en_US')
  expect(box.getAttribute('aria-invalid')).toBe('true')
  await user.click(screen.getByRole('button', { name: text.publishChanges }))
  const dialog = within(await screen.findByRole('dialog'))
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: /^先修正\s1\s項$/ })
  expect(submit.disabled).toBe(true)
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(callsOf(publish)).toHaveLength(0)
})

test('Ctrl+Enter opens the dialog and publishes the draft as it is', async () => {
  const { callsOf, user } = await render([[publish, { version: 4 }]])
  await type('Night Ferry')
  await save()
  await screen.findByText(text.saved('11月21日 16:42'))
  await user.keyboard('{Control>}{Enter}{/Control}')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(new RegExp(text.publishing.replaces(3)))).toBeTruthy()
  await waitFor(() =>
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: text.publishing.submit }).disabled).toBe(false),
  )
  await user.click(dialog.getByRole('button', { name: text.publishing.submit }))
  expect(await screen.findByText(text.publishing.done)).toBeTruthy()
  expect(callsOf(publish)[0]!.input).toMatchObject({
    programId: 'night',
    version: 3,
    draft: { title: { en_US: 'Night Ferry' } },
  })
})

test('before publishing the category, the ways to watch and the regions are said', async () => {
  const { user } = await render()
  await type('Night Ferry')
  await user.keyboard('{Control>}{Enter}{/Control}')
  const dialog = within(await screen.findByRole('dialog'))
  const { restrictions, vodTypes, regions } = titles
  const said = [restrictions[CONTENT.restriction], vodTypes['VIP UNLIMITED WATCH'], regions.HK].join(' · ')
  expect(await dialog.findByText(said)).toBeTruthy()
})

test('from its files a film is uploaded for the title', async () => {
  await render()
  const link = await screen.findByRole('link', { name: text.addFile })
  expect(link.getAttribute('href')).toBe('#/ingest?for=night')
})

test.each(['nan', 'hak', 'bo'])('the spoken language %s, of which Chromium has no name, has one', async (tag) => {
  await render()
  const select = await screen.findByLabelText(text.fields.locale)
  expect(within(select).getByRole('option', { name: titles.languages[tag]! })).toBeTruthy()
})

test('a plan is of Hong Kong’s time and in the future', async () => {
  const { callsOf, user } = await render([[plan, { plannedId: 'plan1' }]])
  await field(text.fields.title, 'en_US')
  await user.click(screen.getByRole('button', { name: text.publishChanges }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: text.publishing.planned }))
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: text.publishing.submitPlan })
  await waitFor(() => expect(submit.disabled).toBe(false))
  await user.click(submit)
  expect(await dialog.findByText(text.publishing.past)).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(text.publishing.at), { target: { value: '2099-01-01T08:00' } })
  await user.click(submit)
  await waitFor(() => expect(callsOf(plan)[0]!.input).toMatchObject({ at: '2099-01-01T08:00:00+08:00', version: 3 }))
})

test('what another operator has published meanwhile is merged; of a field that both changed a side is chosen', async () => {
  const theirs = { ...CONTENT, releaseYear: 2026, title: { ...CONTENT.title, en_US: 'Theirs' } }
  const { callsOf, user } = await render([
    [
      publish,
      ({ input }) =>
        input.version === 4
          ? { version: 5 }
          : {
              result: 'FAILED',
              errorCode: 'VERSION_CONFLICT',
              message: '',
              current: { version: 4 },
              by: 'operator:Ben Ho',
              at: '2026-11-21T08:41:00Z',
            },
    ],
    [version, ({ input }) => ({ version: input.version, content: input.version === 4 ? theirs : CONTENT })],
    [
      history,
      {
        list: [
          { version: 4, at: '2026-11-21T08:41:00Z', actor: 'operator:Ben Ho', kind: 'publish', fields: ['title'] },
        ],
        next: null,
      },
    ],
  ])
  await type('Mine')
  await type('我的', 'zh_HK')
  await user.keyboard('{Control>}{Enter}{/Control}')
  const dialog = within(await screen.findByRole('dialog'))
  const submit = await dialog.findByRole<HTMLButtonElement>('button', { name: text.publishing.submit })
  await waitFor(() => expect(submit.disabled).toBe(false))
  await user.click(submit)
  const merge = within(await screen.findByRole('dialog', { name: text.conflict.title }))
  expect((await merge.findByRole('alert')).textContent).toContain('Ben Ho')
  const keep = merge.getByRole<HTMLButtonElement>('button', { name: consoleShell.save })
  expect(keep.disabled).toBe(true)
  const choices = merge.getAllByRole<HTMLInputElement>('radio').filter(({ disabled }) => !disabled)
  expect(choices).toHaveLength(2)
  await user.click(choices[1]!)
  await user.click(keep)
  const again = within(await screen.findByRole('dialog', { name: text.publishing.title('我的') }))
  const publishAgain = await again.findByRole<HTMLButtonElement>('button', { name: text.publishing.submit })
  await waitFor(() => expect(publishAgain.disabled).toBe(false))
  await user.click(publishAgain)
  await waitFor(() => expect(callsOf(publish)).toHaveLength(2))
  expect(callsOf(publish)[1]!.input).toMatchObject({
    version: 4,
    draft: { releaseYear: 2026, title: { zh_HK: '我的', en_US: 'Mine' } },
  })
})

test('one value of an old version goes into the draft, and nothing is published', async () => {
  const old = { ...CONTENT, releaseYear: 1999, title: { zh_HK: '舊名', en_US: 'Old' } }
  const { callsOf, user } = await render([
    [version, ({ input }) => ({ version: input.version, content: input.version === 2 ? old : CONTENT })],
    [
      history,
      {
        list: [3, 2].map((each) => ({
          version: each,
          at: '2026-11-20T08:41:00Z',
          actor: 'operator:Ben Ho',
          kind: 'publish',
          fields: ['title', 'releaseYear'],
        })),
        next: null,
      },
    ],
  ])
  await field(text.fields.title, 'en_US')
  await user.click(screen.getByRole('button', { name: text.history }))
  const drawer = within(await screen.findByRole('dialog', { name: text.versions.title }))
  await user.click(await drawer.findByRole('button', { name: new RegExp(text.version(2)) }))
  await user.click(drawer.getByRole('radio', { name: text.versions.today }))
  const label = text.versions.takeOf(`${text.fields.title} · ${text.languages.en_US}`)
  await user.click(await drawer.findByRole('button', { name: label }))
  await user.click(drawer.getByRole('button', { name: consoleShell.close }))
  expect(((await field(text.fields.title, 'en_US')) as HTMLInputElement).value).toBe('Old')
  expect(((await field(text.fields.title, 'zh_HK')) as HTMLInputElement).value).toBe('夜渡鯉魚門')
  expect(callsOf(publish)).toHaveLength(0)
})

test('people are chosen with their works; another of the same name is another person', async () => {
  const { callsOf, user } = await render([
    [
      searchPeople,
      {
        list: [
          {
            personId: 'p2',
            name: { zh_HK: '陳大文', en_US: 'Chan Tai Man' },
            works: [{ programId: 'x', title: { zh_HK: '九龍', en_US: 'Kowloon' } }],
          },
        ],
      },
    ],
    [savePerson, { personId: 'p3' }],
  ])
  const box = await screen.findByRole('combobox', { name: text.addPerson(text.fields.actors) })
  await user.type(box, '陳大文')
  expect(await screen.findByText(text.known('九龍'))).toBeTruthy()
  await user.keyboard('{ArrowDown}{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: text.personName }))
  await user.type(dialog.getByLabelText(text.languages.en_US), 'Chan T. M.')
  await user.click(dialog.getByRole('button', { name: text.add }))
  await waitFor(() =>
    expect(callsOf(savePerson)[0]!.input).toMatchObject({ name: { zh_HK: '陳大文', en_US: 'Chan T. M.' } }),
  )
  const cast = within(await screen.findByRole('list', { name: text.fields.actors }))
  await waitFor(() => expect(cast.getAllByRole('listitem')).toHaveLength(2))
})

test('withdrawing counts the rentals that are refunded', async () => {
  const { callsOf, user } = await render([
    [find, found({ rentals: 7 })],
    [withdraw, { version: 4, rentals: 7 }],
  ])
  await user.click(await screen.findByRole('button', { name: text.withdraw.label, hidden: true }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(text.withdraw.text(7))).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: text.withdraw.label }))
  expect(await screen.findByText(text.withdraw.done(7))).toBeTruthy()
  expect(callsOf(withdraw)[0]!.input).toMatchObject({ programId: 'night', version: 3 })
})

test('who may only read changes nothing', async () => {
  const { callsOf } = await render([], { me: as('care') })
  const box = (await field(text.fields.title, 'en_US')) as HTMLInputElement
  expect(box.closest('fieldset')!.disabled).toBe(true)
  expect(screen.getByText(text.readOnly)).toBeTruthy()
  expect(screen.queryByRole('button', { name: text.publishChanges })).toBeNull()
  // Refused, these would be in the audit log.
  for (const endpoint of [check, tags]) expect(callsOf(endpoint)).toHaveLength(0)
})

test('others who have a draft, and a plan, are said', async () => {
  await render([
    [
      find,
      found({
        others: [{ operator: 'Ben Ho', savedAt: '2026-11-21T08:00:00Z' }],
        plan: { plannedId: 'p', at: '2026-12-01T01:00:00Z', by: 'operator:Cy Ng', baseVersion: 3 },
      }),
    ],
  ])
  expect(await screen.findByText(text.others('Ben Ho'))).toBeTruthy()
  expect(screen.getByText(/Cy Ng/)).toBeTruthy()
  expect(screen.getByRole('button', { name: text.unplan })).toBeTruthy()
})

test('a title that is not there says so', async () => {
  await render([[find, { result: 'FAILED', errorCode: 'NOT_FOUND', message: 'none' }]])
  expect(await screen.findByText(text.missing)).toBeTruthy()
})
