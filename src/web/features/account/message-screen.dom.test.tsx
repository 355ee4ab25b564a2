import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { messageList } from '#contract/messages.ts'
import { account } from '#text/zh_HK/accounts.ts'
import { accountOf, logInMember } from '../../../../test/support/codes-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { MessageScreen } from './message-screen.tsx'
import { SetupLayout } from './setup-layout.tsx'

const MESSAGES = ['歡迎', '收據', '續期'].map((title, n) => ({
  messageId: `m${n}`,
  title,
  body: `${title}的內容`,
  sentAt: '2026-11-28T04:00:00Z',
  read: false,
}))

/** `answer` is what marking them as read is answered with. */
async function renderMessages(answer: () => object | Promise<object>) {
  logInMember()
  const view = await renderWeb(
    <SetupLayout>
      <MessageScreen />
    </SetupLayout>,
    {
      path: '/setup/message',
      reads: [
        [userProfile, accountOf()],
        [messageList, { list: MESSAGES, unread: 3, page: 1, pageSize: 20, total: 3 }],
      ],
      answer,
    },
  )
  const nav = within(await screen.findByRole('navigation', { name: account.nav.label }))
  await nav.findByText(account.nav.unread('3'))
  await screen.findByRole('button', { name: /歡迎/u })
  return { ...view, nav }
}

const underWay = () => new Promise<object>(() => {})

test('a message that is opened is no longer counted, before the server has answered', async () => {
  const { user, nav } = await renderMessages(underWay)
  await user.click(screen.getByRole('button', { name: /歡迎/u }))
  expect(await nav.findByText(account.nav.unread('2'))).toBeTruthy()
})

test('once all are marked as read none is counted, before the server has answered', async () => {
  const { user, nav } = await renderMessages(underWay)
  await user.click(screen.getByRole('button', { name: account.messages.allRead }))
  await waitFor(() => expect(nav.queryByText(/則未讀/u)).toBeNull())
  expect(screen.queryByText(account.messages.unread)).toBeNull()
})

test('a refusal counts them again', async () => {
  const refused = { result: 'FAILED', errorCode: 'UNAVAILABLE', message: '暫時未能處理' }
  const { user, nav } = await renderMessages(() => refused)
  await user.click(screen.getByRole('button', { name: /歡迎/u }))
  await waitFor(() => expect(nav.queryByText(account.nav.unread('3'))).toBeTruthy())
})
