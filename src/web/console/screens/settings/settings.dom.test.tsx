import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { find, history, save } from '#contract/admin/settings.ts'
import { SMS_TEXTS } from '#contract/message-texts.ts'
import { PAYMENT_KINDS } from '#contract/payments.ts'
import { fieldRules } from '#text/zh_HK/errors.ts'
import { consoleSettings as text } from '#text/zh_HK/console-settings.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { ADMINISTRATOR, type Answers, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const AT = '2026-11-21T08:40:00Z'
const untouched = (name: string, value: object) => ({
  name,
  value,
  default: value,
  isDefault: true,
  version: 1,
  by: null,
  at: null,
})
const BRAND = untouched('brand', { zh_HK: '港映', en_US: 'Harbour' })
const APPS = untouched('apps', { appStore: '', googlePlay: '', smartTv: '' })
const SAVED = {
  ...BRAND,
  value: { zh_HK: '海映', en_US: 'Haven' },
  isDefault: false,
  version: 4,
  by: 'operator:Ben',
  at: AT,
}

const render = (answers: Answers, list: readonly object[] = [BRAND, APPS]) =>
  renderConsole({ me: ADMINISTRATOR, path: '/settings', answers: [[find, { list }], ...answers] })

const panel = async (name: 'brand' | 'apps') =>
  within(await screen.findByRole('region', { name: text.groups[name].title }))
const nameField = async () => (await panel('brand')).getByLabelText<HTMLInputElement>(text.groups.brand.fields.zh_HK)

test('a setting says its default, and who saved what holds', async () => {
  await render([], [SAVED, APPS])
  const brand = await panel('brand')
  expect(brand.getByLabelText<HTMLInputElement>(text.groups.brand.fields.en_US).value).toBe('Haven')
  expect(brand.getByText(text.default('Harbour'))).toBeTruthy()
  expect(brand.getByText(/^Ben於香港時間 .*16:40/)).toBeTruthy()
  expect((await panel('apps')).getByText(text.isDefault)).toBeTruthy()
})

test('saving sends the version that was opened, names the console anew, and can be undone', async () => {
  const { user, callsOf } = await render([[save, ({ input }) => ({ version: Number(input.version) + 1 })]])
  await user.clear(await nameField())
  await user.type(await nameField(), '海映{Enter}')
  expect(await screen.findByText(text.saved(text.groups.brand.title))).toBeTruthy()
  expect(callsOf(save)[0]!.input).toMatchObject({
    name: 'brand',
    value: { zh_HK: '海映', en_US: 'Harbour' },
    version: 1,
  })
  expect(screen.getAllByText('海映').length).toBeGreaterThan(0)
  await act(async () => screen.getByRole('button', { name: text.undo }).click())
  expect(await screen.findByText(text.restored(text.groups.brand.title))).toBeTruthy()
  expect(callsOf(save)[1]!.input).toMatchObject({ name: 'brand', value: null, version: 2 })
  expect((await nameField()).value).toBe('港映')
})

test('Ctrl+S saves; what has not changed is not sent', async () => {
  const { user, callsOf } = await render([[save, { version: 2 }]])
  await user.click(await nameField())
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText(text.unchanged)).toBeTruthy()
  expect(callsOf(save)).toHaveLength(0)
  await user.type(await nameField(), '！')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(callsOf(save)).toHaveLength(1))
})

test('a link that is not https is refused at its field, and nothing is sent', async () => {
  const { user, callsOf } = await render([])
  const apps = await panel('apps')
  const field = apps.getByLabelText<HTMLInputElement>(text.groups.apps.fields.appStore)
  await user.type(field, 'http://apps.example.com/a')
  await user.click(apps.getByRole('button', { name: consoleShell.save }))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
  expect(callsOf(save)).toHaveLength(0)
})

test('another version is used from the history, and the default is put back', async () => {
  const versions = [
    { version: 4, before: BRAND.value, after: SAVED.value, isDefault: false, by: 'operator:Ben', at: AT },
    { version: 3, before: { zh_HK: '映', en_US: 'M' }, after: BRAND.value, isDefault: true, by: 'operator:Cy', at: AT },
    {
      version: 2,
      before: BRAND.value,
      after: { zh_HK: '映', en_US: 'M' },
      isDefault: false,
      by: 'operator:Cy',
      at: AT,
    },
  ]
  const { user, callsOf } = await render(
    [
      [history, { list: versions }],
      [save, ({ input }) => ({ version: Number(input.version) + 1 })],
    ],
    [SAVED, APPS],
  )
  const brand = await panel('brand')
  await user.click(brand.getByRole('button', { name: text.history }))
  const list = within(await brand.findByRole('list', { name: text.historyOf(text.groups.brand.title) }))
  expect(list.getAllByText('Cy')).toHaveLength(2)
  expect(list.queryByRole('button', { name: text.chooseOf('4') })).toBeNull()
  await user.click(list.getByRole('button', { name: text.chooseOf('2') }))
  await waitFor(() => expect(callsOf(save)[0]!.input).toMatchObject({ value: versions[2]!.after, version: 4 }))
  expect((await nameField()).value).toBe('映')
  await user.click(list.getByRole('button', { name: text.chooseOf('3') }))
  await waitFor(() => expect(callsOf(save)[1]!.input).toMatchObject({ value: null, version: 5 }))
})

test('what another administrator has saved meanwhile is shown beside mine, and saved once a side is chosen', async () => {
  const conflict = {
    result: 'FAILED',
    errorCode: 'VERSION_CONFLICT',
    message: '',
    current: { ...SAVED.value, version: 4, isDefault: false },
    by: 'operator:Ben',
    at: AT,
  }
  const { user, callsOf } = await render([[save, ({ input }) => (input.version === 4 ? { version: 5 } : conflict)]])
  await user.type(await nameField(), '影')
  await user.keyboard('{Enter}')
  const brand = await panel('brand')
  await waitFor(() => expect(brand.getByRole('alert').textContent).toContain('Ben'))
  await user.click(brand.getAllByRole('radio')[1]!)
  await user.click(brand.getByRole('button', { name: consoleShell.save }))
  await waitFor(() =>
    expect(callsOf(save).at(-1)!.input).toMatchObject({ version: 4, value: { zh_HK: '港映影', en_US: 'Haven' } }),
  )
  expect((await nameField()).value).toBe('港映影')
})

test('leaving with what is not saved asks first, by a link and by keys', async () => {
  const asked = vi.fn(() => false)
  vi.stubGlobal('confirm', asked)
  const { user } = await render([])
  await user.type(await nameField(), '影')
  await user.click(screen.getByRole('link', { name: consoleShell.screens.home }))
  expect(asked).toHaveBeenCalledWith(consoleShell.leave)
  expect(location.hash).toBe('#/settings')
  await act(async () => (document.activeElement as HTMLElement).blur())
  await user.keyboard('go')
  expect(asked).toHaveBeenCalledTimes(2)
  expect((await nameField()).value).toBe('港映影')
  asked.mockReturnValue(true)
  await act(async () => screen.getByRole('link', { name: consoleShell.screens.home }).click())
  expect(await screen.findByRole('heading', { name: consoleShell.screens.home, level: 1 })).toBeTruthy()
  asked.mockClear()
  await act(async () => screen.getByRole('link', { name: consoleShell.screens.settings }).click())
  expect((await nameField()).value).toBe('港映')
  expect(asked).not.toHaveBeenCalled()
})

test('a switch is saved with its end in Hong Kong time, and is off without one', async () => {
  const registration = untouched('registration', { closedUntil: '' })
  const { user, callsOf } = await render(
    [[save, ({ input }) => ({ version: Number(input.version) + 1 })]],
    [registration],
  )
  const { title, fields } = text.groups.registration
  const part = within(await screen.findByRole('region', { name: title }))
  const field = part.getByLabelText<HTMLInputElement>(fields.closedUntil)
  fireEvent.change(field, { target: { value: '2026-11-21T16:42' } })
  await user.click(part.getByRole('button', { name: consoleShell.save }))
  await waitFor(() => expect(callsOf(save)[0]!.input.value).toEqual({ closedUntil: '2026-11-21T16:42:00+08:00' }))
  expect(field.value).toBe('2026-11-21T16:42')
  fireEvent.change(field, { target: { value: '' } })
  await user.click(part.getByRole('button', { name: consoleShell.save }))
  await waitFor(() => expect(callsOf(save)[1]!.input.value).toEqual({ closedUntil: '' }))
})

test('finance pauses one kind of payment, and the others stay', async () => {
  const nothing = Object.fromEntries(PAYMENT_KINDS.map((kind) => [kind, '']))
  const { user, callsOf } = await render([[save, { version: 2 }]], [untouched('payments', nothing)])
  const { title, fields } = text.groups.payments
  const part = within(await screen.findByRole('region', { name: title }))
  fireEvent.change(part.getByLabelText(fields.payme), { target: { value: '2026-12-01T08:00' } })
  await user.click(part.getByRole('button', { name: consoleShell.save }))
  await waitFor(() => expect(callsOf(save)).toHaveLength(1))
  expect(callsOf(save)[0]!.input.value).toEqual({ ...nothing, payme: '2026-12-01T08:00:00+08:00' })
})

test('a notice with an end is written in both languages', async () => {
  const empty = { zh_HK: '', en_US: '', until: '' }
  const { user, callsOf } = await render([[save, { version: 2 }]], [untouched('notice', empty)])
  const { title, fields } = text.groups.notice
  const part = within(await screen.findByRole('region', { name: title }))
  await user.type(part.getByLabelText(fields.zh_HK), '今晚維護')
  fireEvent.change(part.getByLabelText(fields.until), { target: { value: '2026-12-01T08:00' } })
  await user.click(part.getByRole('button', { name: consoleShell.save }))
  expect(await part.findByText(fieldRules.NOTICE)).toBeTruthy()
  expect(callsOf(save)).toHaveLength(0)
  await user.type(part.getByLabelText(fields.en_US), 'Maintenance')
  await user.click(part.getByRole('button', { name: consoleShell.save }))
  await waitFor(() => expect(callsOf(save)).toHaveLength(1))
})

test('templates of answers are typed in fields of their language', async () => {
  const value = Object.fromEntries(Object.keys(text.groups.answers.fields).map((field) => [field, 'x']))
  await render([], [untouched('answers', value)])
  const { title, fields } = text.groups.answers
  const part = within(await screen.findByRole('region', { name: title }))
  const languageOf = (label: string) => part.getByLabelText(label).closest('[lang]')?.getAttribute('lang')
  expect([languageOf(fields.refund_zh_HK), languageOf(fields.refund_en_US)]).toEqual(['zh-HK', 'en'])
})

test('whose roles have no settings is told so, and nothing is read', async () => {
  const { callsOf } = await renderConsole({ me: { ...ADMINISTRATOR, roles: ['catalogue'] }, path: '/settings' })
  expect(await screen.findByText(consoleShell.noPermission.title)).toBeTruthy()
  expect(screen.queryByRole('link', { name: consoleShell.screens.settings })).toBeNull()
  expect(callsOf(find)).toHaveLength(0)
})

test('settings that could not be read say why, and are read again', async () => {
  let tries = 0
  const failed = { result: 'FAILED', errorCode: 'INTERNAL', message: '', requestId: 'req-7' }
  await renderConsole({
    me: ADMINISTRATOR,
    path: '/settings',
    answers: [[find, () => ((tries += 1) === 1 ? Response.json(failed, { status: 500 }) : { list: [BRAND] })]],
  })
  expect((await screen.findByRole('alert')).textContent).toContain('req-7')
  fireEvent.click(screen.getByRole('button', { name: consoleShell.retry }))
  expect((await nameField()).value).toBe('港映')
})

/** Each says what it must, and no more. */
const SAVED_TEXTS = untouched(
  'smsTexts',
  Object.fromEntries(
    Object.entries(SMS_TEXTS).flatMap(([name, needed]) =>
      ['zh_HK', 'en_US'].map((language) => [`${name}_${language}`, needed.map((each) => `{${each}}`).join(' ')]),
    ),
  ),
)

test('a text of a message is chosen, previewed, and refused without its parts; the one that is refused is named', async () => {
  const { user, callsOf } = await render([[save, { version: 2 }]], [SAVED_TEXTS])
  const region = await screen.findByRole('region', { name: text.groups.smsTexts.title })
  const texts = within(region)
  const field = () => texts.getByLabelText<HTMLTextAreaElement>(text.texts.words.en_US)
  expect(texts.getByText('Harbour 123456')).toBeTruthy()
  fireEvent.change(field(), { target: { value: '{brand}: no code' } })
  await user.selectOptions(texts.getByLabelText(text.texts.message), 'welcome')
  expect(field().value).toBe('{brand} {password} {parentalCode}')
  await user.click(texts.getByRole('button', { name: consoleShell.save }))
  expect(await texts.findByText(text.texts.refused(text.texts.sms.registerCode))).toBeTruthy()
  expect(callsOf(save)).toHaveLength(0)
  await user.selectOptions(texts.getByLabelText(text.texts.message), '')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(field(), { target: { value: '{brand}: {code}!' } })
  await user.click(texts.getByRole('button', { name: consoleShell.save }))
  await waitFor(() => expect(callsOf(save)).toHaveLength(1))
  expect(callsOf(save)[0]!.input).toMatchObject({
    name: 'smsTexts',
    value: { registerCode_en_US: '{brand}: {code}!', registerCode_zh_HK: '{brand} {code}' },
  })
})

test('SMS are switched to another provider until a time', async () => {
  const { user, callsOf } = await render([[save, { version: 2 }]], [untouched('sms', { provider: '', until: '' })])
  const sms = within(await screen.findByRole('region', { name: text.groups.sms.title }))
  await user.selectOptions(sms.getByLabelText(text.groups.sms.fields.provider), 'twilio')
  fireEvent.change(sms.getByLabelText(text.groups.sms.fields.until), { target: { value: '2026-11-22T18:00' } })
  await user.click(sms.getByRole('button', { name: consoleShell.save }))
  await waitFor(() => expect(callsOf(save)).toHaveLength(1))
  expect(callsOf(save)[0]!.input).toMatchObject({
    name: 'sms',
    value: { provider: 'twilio', until: '2026-11-22T18:00:00+08:00' },
  })
})
