import { afterEach, expect, test, vi } from 'vitest'
import { hideToast, toastStore } from '#web/kit/toast-store.ts'
import { share, sharedPageOf } from './share.ts'

const SHARED = { title: '末班電車', url: 'https://harbour.example/s/tram' }
const COPIED = { done: 'copied', failed: 'not copied' }
const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})

const withShare = (dialog: ((data: object) => Promise<void>) | undefined) =>
  vi.stubGlobal('navigator', { clipboard: { writeText }, ...(dialog && { share: dialog }) })

afterEach(() => {
  vi.unstubAllGlobals()
  writeText.mockClear()
  hideToast()
})

test('the device’s own dialog is shown where it has one', async () => {
  const dialog = vi.fn<(data: object) => Promise<void>>(async () => {})
  withShare(dialog)
  await share(SHARED, COPIED)
  expect(dialog.mock.calls).toEqual([[SHARED]])
  expect(writeText).not.toHaveBeenCalled()
})

test('a device without a dialog copies the link, and says so', async () => {
  withShare(undefined)
  await share(SHARED, COPIED)
  expect(writeText.mock.calls).toEqual([[SHARED.url]])
  expect(toastStore.get().toast?.text).toBe('copied')
})

test('a dialog that was closed copies nothing; one that could not open does', async () => {
  withShare(() => Promise.reject(new DOMException('closed', 'AbortError')))
  await share(SHARED, COPIED)
  expect(writeText).not.toHaveBeenCalled()
  withShare(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
  await share(SHARED, COPIED)
  expect(writeText.mock.calls).toEqual([[SHARED.url]])
})

test('a title is shared by its page for messengers, in the language of the viewer', () => {
  expect(sharedPageOf('tram', 'zh_HK')).toBe(`${location.origin}/s/tram`)
  expect(sharedPageOf('a b', 'en_US')).toBe(`${location.origin}/s/a%20b?lang=en_US`)
})
