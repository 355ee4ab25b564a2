import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { choices, list, preview, send, show, stop, test as sendTest, tryOut } from '#contract/admin/announcements.ts'
import { consoleAnnouncements as text } from '#text/zh_HK/console-announcements.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

const CARE = { ...ADMINISTRATOR, roles: ['care' as const] }
const EMAIL = 'yip@harbour.test'

const ONE = {
  announcementId: 'a-1',
  kind: 'service',
  channels: ['inbox', 'mail'],
  audience: { plans: ['pass.1'], regions: ['HK'], languages: [] },
  title: { zh_HK: '系統更新', en_US: 'Maintenance' },
  body: { zh_HK: '今晚暫停。', en_US: 'We pause tonight.' },
  path: null,
  state: 'sending',
  startsAt: '2026-11-20T08:00:00Z',
  madeAt: '2026-11-20T08:00:00Z',
  madeBy: 'operator:Yip',
  reason: '維修',
  counted: 2_000,
  isApproved: true,
  recipients: 400,
  inboxes: 400,
  mails: 300,
  endedAt: null,
  stoppedBy: null,
  isHeld: false,
  version: 1,
}
const COUNT = { recipients: 120, inboxes: 120, mails: 80, withoutConsent: 7, minors: 2, withoutEmail: 40, way: 'alone' }
const PLAN = {
  planVersionId: 'pass.1',
  offer: 'standard',
  version: 1,
  name: { zh_HK: '通行證', en_US: 'Pass' },
  subscribers: 90,
}

const render = (path: string, answers: Answers = []) =>
  renderConsole({
    me: CARE,
    path,
    answers: [
      [list, pageOf([ONE])],
      [show, ONE],
      [choices, { plans: [PLAN], email: EMAIL }],
      [tryOut, COUNT],
      [preview, { subject: ONE.title, text: { zh_HK: '預覽內文', en_US: 'Preview text' } }],
      ...answers,
    ],
  })

type User = Awaited<ReturnType<typeof render>>['user']

async function fill(user: User) {
  const [zh, en] = await screen.findAllByLabelText(text.form.heading)
  const [bodyZh, bodyEn] = screen.getAllByLabelText(text.form.body)
  await user.type(zh!, '新片上架')
  await user.type(en!, 'New films')
  await user.type(bodyZh!, '本周新片。')
  await user.type(bodyEn!, 'New this week.')
  expect([bodyZh, bodyEn].map((field) => field!.closest('[lang]')?.getAttribute('lang'))).toEqual(['zh-HK', 'en'])
}

test('a row says how many it has reached, and leads to it', async () => {
  await render('/announcements')
  const link = await screen.findByRole('link', { name: text.open('系統更新') })
  expect(link.getAttribute('href')).toBe('#/announcements/a-1')
  expect(screen.getAllByText(new RegExp(text.reachedOf('400', '2,000'))).length).toBeGreaterThan(0)
})

test('a new one says whom it reaches, is shown in both languages, and is sent with a reason and a typed word', async () => {
  const { user, callsOf } = await render('/announcements/new', [[send, { announcementId: 'a-2' }]])
  await fill(user)
  expect(await screen.findByText(text.form.count('120'))).toBeTruthy()
  expect(await screen.findByText('Preview text')).toBeTruthy()
  await user.click(screen.getByLabelText(text.form.noPlan))
  await user.click(screen.getByRole('button', { name: text.form.submit }))
  const dialog = within(await screen.findByRole('dialog', { name: text.form.confirmTitle('120') }))
  const submit = dialog.getByRole('button', { name: text.form.submit })
  await user.type(dialog.getByLabelText(consoleShell.reason), '每周通知')
  expect(submit).toHaveProperty('disabled', true)
  await user.type(dialog.getByLabelText(consoleShell.typeWord(text.form.word)), text.form.word)
  await act(() => user.click(submit))
  await waitFor(() => expect(callsOf(send)).toHaveLength(1))
  expect(callsOf(send)[0]!.input).toMatchObject({
    kind: 'service',
    channels: ['inbox', 'mail'],
    audience: { plans: ['none'], regions: [], languages: [] },
    title: { zh_HK: '新片上架', en_US: 'New films' },
    path: null,
    startsAt: null,
    reason: '每周通知',
  })
  await waitFor(() => expect(location.hash).toBe('#/announcements/a-2'))
})

test('plans of one name are told apart by whom they are for', async () => {
  const gift = { ...PLAN, planVersionId: 'gift.1', offer: 'gift', subscribers: 0 }
  await render('/announcements/new', [[choices, { plans: [PLAN, gift], email: EMAIL }]])
  expect(await screen.findByLabelText('通行證 · 公開發售 · 第 1 版 · 90 位會員')).toBeTruthy()
  expect(screen.getByLabelText('通行證 · 禮品卡 · 第 1 版 · 0 位會員')).toBeTruthy()
})

test('marketing says who is left out; one above the limit says that it waits', async () => {
  const { user } = await render('/announcements/new', [[tryOut, { ...COUNT, way: 'second' }]])
  await user.click(await screen.findByLabelText(text.kinds.marketing))
  expect(await screen.findByText(new RegExp(text.form.left('7', '2')))).toBeTruthy()
  expect(screen.getByText(text.form.second)).toBeTruthy()
})

test('without one of the languages nothing is asked', async () => {
  const { user, callsOf } = await render('/announcements/new')
  const [zh] = await screen.findAllByLabelText(text.form.heading)
  await user.type(zh!, '新片上架')
  await user.click(screen.getByRole('button', { name: text.form.submit }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(callsOf(send)).toHaveLength(0)
  expect(screen.getByRole('button', { name: text.form.test })).toHaveProperty('disabled', true)
})

test('a test is sent to the operator’s own mailbox', async () => {
  const { user, callsOf } = await render('/announcements/new', [[sendTest, {}]])
  await fill(user)
  const button = screen.getByRole('button', { name: text.form.test })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await act(() => user.click(button))
  expect(await screen.findByText(text.form.testSent(EMAIL))).toBeTruthy()
  expect(callsOf(sendTest)[0]!.input).toMatchObject({ kind: 'service', title: { en_US: 'New films' } })
})

test('one that is being sent says how far it is, and is stopped with its version', async () => {
  const { user, callsOf } = await render('/announcements/a-1', [[stop, { version: 2 }]])
  expect(await screen.findByText(text.one.progress('400', '2,000'))).toBeTruthy()
  expect(await screen.findByText('香港、通行證 (1)')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text.one.stop }))
  const dialog = within(await screen.findByRole('dialog', { name: text.one.stopTitle }))
  await user.type(dialog.getByLabelText(consoleShell.reason), '日期有誤')
  await act(() => user.click(dialog.getByRole('button', { name: text.one.stop })))
  await waitFor(() => expect(callsOf(stop)).toHaveLength(1))
  expect(callsOf(stop)[0]!.input).toMatchObject({ announcementId: 'a-1', version: 1, reason: '日期有誤' })
})

test('one that is held says so, in the list too, and does not say that it goes on', async () => {
  const { unmount } = await render('/announcements/a-1', [[show, { ...ONE, isHeld: true }]])
  expect(await screen.findByText(text.held.state)).toBeTruthy()
  expect(screen.getByText(text.held.text)).toBeTruthy()
  expect(screen.getByRole('link', { name: text.held.toHome }).getAttribute('href')).toBe('#/')
  expect(screen.queryByText(text.one.running)).toBeNull()
  expect(screen.queryByText(text.states.sending)).toBeNull()
  unmount()
  await render('/announcements', [[list, pageOf([{ ...ONE, isHeld: true }])]])
  expect(await screen.findByText(text.held.state)).toBeTruthy()
})

test('one that was sent cannot be stopped', async () => {
  await render('/announcements/a-1', [[show, { ...ONE, state: 'sent', endedAt: '2026-11-20T08:10:00Z' }]])
  await screen.findByText(text.states.sent)
  expect(screen.queryByRole('button', { name: text.one.stop })).toBeNull()
})
