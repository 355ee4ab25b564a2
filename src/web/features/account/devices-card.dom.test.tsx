import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { account } from '#text/zh_HK/accounts.ts'
import { viewer } from '#text/zh_HK/viewer.ts'
import { type ApiClient, ApiClientContext } from '#web/kit/api-client.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { ShellTextContext } from '#web/viewer/text/shell-text.ts'
import { toastStore } from '#web/kit/toast-store.ts'
import { DevicesCard } from './devices-card.tsx'

const { devices: text } = account
const lastSeenAt = '2026-11-22T00:00:00Z'
const list = ['Chrome · Windows', 'Chrome · Windows', 'Safari · iPhone OS 17.4'].map((name, at) => ({
  deviceId: `d${at}`,
  name,
  current: at === 0,
  lastSeenAt,
  loggedInAt: `2026-11-2${at}T00:00:00Z`,
}))
const REFUSAL: Failure = { result: 'FAILED', errorCode: 'NETWORK', message: 'no network' }

async function renderCard() {
  const answers: ((answer: unknown) => void)[] = []
  const client = { get: async () => ({ list }), call: () => new Promise((resolve) => answers.push(resolve)) }
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ApiClientContext value={client as unknown as ApiClient}>
          <ShellTextContext value={viewer}>
            <Suspense>
              <DevicesCard />
            </Suspense>
          </ShellTextContext>
        </ApiClientContext>
      </QueryClientProvider>,
    )
  })
  const user = userEvent.setup()
  const buttons = await screen.findAllByText(text.end)
  const dialog = () => screen.queryByRole('dialog')
  const click = (name: string) => user.click(within(dialog()!).getByRole('button', { name }))
  return {
    dialog,
    open: (at: number) => user.click(buttons[at]!),
    confirm: () => click(text.end),
    cancel: () => click(account.cancel),
    answer: async (answer: unknown) => {
      await waitFor(() => expect(answers).toHaveLength(1))
      await act(async () => answers[0]!(answer))
    },
  }
}

test('the refusal of one device is not shown for the next', async () => {
  const { dialog, open, confirm, cancel, answer } = await renderCard()
  await open(0)
  await confirm()
  await answer(REFUSAL)
  await within(dialog()!).findByText('no network')
  await cancel()
  await open(1)
  expect(within(dialog()!).queryByText('no network')).toBeNull()
})

test('the dialog of another device stays open when a late answer arrives', async () => {
  const { dialog, open, confirm, cancel, answer } = await renderCard()
  await open(0)
  await confirm()
  await cancel()
  await open(1)
  await answer({ result: 'SUCCESS' })
  await waitFor(() => expect(toastStore.get()).toMatchObject({ toast: { text: text.ended } }))
  expect(dialog()).not.toBeNull()
})

test('two devices of one kind can be told apart: in the list, by their buttons and in the dialog', async () => {
  const { dialog, open } = await renderCard()
  expect(screen.getByText('Chrome · Windows (2)')).toBeTruthy()
  expect(screen.getByRole('button', { name: text.endOf('Chrome · Windows (2)') })).toBeTruthy()
  await open(0)
  expect(within(dialog()!).getByRole('heading', { name: text.endTitle('Chrome · Windows (2)') })).toBeTruthy()
})
