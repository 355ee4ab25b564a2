import { expect, test, vi } from 'vitest'
import { createDialogRequests } from './dialog-request.ts'

test('a request resolves to the answer of its dialog, which is then closed', async () => {
  const requests = createDialogRequests<{ text: string }>()
  const listener = vi.fn<() => void>()
  requests.subscribe(listener)
  const answer = requests.open({ text: 'a' })
  expect(requests.get()?.request).toEqual({ text: 'a' })
  requests.get()?.answer(true)
  expect(await answer).toBe(true)
  expect(requests.get()).toBeNull()
  expect(listener).toHaveBeenCalledTimes(2)
})

test('closing answers with false, also when nothing is open', async () => {
  const requests = createDialogRequests<string>()
  requests.close()
  const answer = requests.open('a')
  requests.close()
  expect(await answer).toBe(false)
  expect(requests.get()).toBeNull()
})

test('a second request answers the first with false and keeps its own dialog', async () => {
  const requests = createDialogRequests<string>()
  const first = requests.open('a')
  const firstDialog = requests.get()
  const second = requests.open('b')
  expect(await first).toBe(false)
  // A late click in the dialog that is being replaced does not close its successor.
  firstDialog?.answer(true)
  expect(requests.get()?.request).toBe('b')
  requests.get()?.answer(true)
  expect(await second).toBe(true)
})
