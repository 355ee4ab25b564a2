import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { IMAGE_BYTES_MAX, uploadImage } from '#contract/image-uploads.ts'
import { fieldRules } from '#text/zh_HK/errors.ts'
import { images as text } from '#text/zh_HK/images.ts'
import { ImageField } from '#web/ui/form/image-field.tsx'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { readImage, writeImage } from './kept-image.rules.ts'
import { useImageField } from './use-image-field.ts'

const TOKEN = 't'.repeat(43)
const ANSWER = {
  result: 'SUCCESS',
  imageToken: TOKEN,
  imageURL: '/u/a/1/b',
  width: 10,
  height: 10,
  bytes: 1_840_000,
  metadataRemoved: true,
}
const KEPT = writeImage({
  imageToken: TOKEN,
  imageURL: '/u/a/1/b',
  bytes: 90_000,
  metadataRemoved: false,
  name: 'a.png',
})

function Form({ initial = '' }: { initial?: string }) {
  const [value, onChange] = useState(initial)
  const { field, isSending } = useImageField({ name: 'image', value, error: undefined, onChange })
  return (
    <form>
      <ImageField label="圖片" {...field} />
      <p>{isSending ? 'sending' : (readImage(value)?.imageToken ?? 'none')}</p>
    </form>
  )
}

async function open({ initial = '', answer = () => ANSWER as object | Promise<object> } = {}) {
  const view = await renderWeb(<Form initial={initial} />, { answer })
  const input = screen.getByLabelText<HTMLInputElement>('圖片', { selector: 'input' })
  const choose = (file: File) => act(async () => void fireEvent.change(input, { target: { files: [file] } }))
  return { ...view, input, choose }
}

const picture = (bytes = 10, type = 'image/jpeg') => {
  const file = new File(['x'], '醒獅.jpg', { type })
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}

test('a chosen image is sent at once, and shown with its size and what was removed', async () => {
  const { choose, call, container } = await open()
  const file = picture()
  await choose(file)
  expect(call).toHaveBeenCalledWith(uploadImage, { image: file }, expect.anything())
  expect(screen.getByText(TOKEN)).toBeTruthy()
  expect(screen.getByRole('img', { name: text.alt }).getAttribute('src')).toBe('/u/a/1/b')
  // The ideographic space is one space to the matcher.
  expect(screen.getByText(text.uploaded('1.8 MB').replace('　', ' '), { selector: 'span' })).toBeTruthy()
  expect(screen.getByText(text.metadataRemoved)).toBeTruthy()
  expect(container.querySelector('output')?.textContent).toContain(text.uploaded('1.8 MB'))
})

test.each([
  ['larger than the limit', picture(IMAGE_BYTES_MAX + 1_000_000), text.tooLarge('6 MB', '5 MB')],
  ['of another type', picture(10, 'application/pdf'), text.wrongType],
])('a file %s is refused without a request', async (_, file, message) => {
  const { choose, call, input } = await open({ initial: KEPT })
  await choose(file)
  expect(call).not.toHaveBeenCalled()
  // The focus is on the input already: the error is read aloud.
  expect(screen.getByRole('alert').textContent).toBe(message)
  expect(input.getAttribute('aria-invalid')).toBe('true')
  // What was there stays.
  expect(screen.getByText(TOKEN)).toBeTruthy()
})

test('an upload can be cancelled; its late answer changes nothing', async () => {
  const gate = Promise.withResolvers<object>()
  const { choose, user, input } = await open({ answer: () => gate.promise })
  await choose(picture())
  expect(screen.getByText('sending')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: '醒獅.jpg' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text.cancel }))
  expect(document.activeElement).toBe(input)
  await act(async () => gate.resolve(ANSWER))
  expect(screen.getByText('none')).toBeTruthy()
})

test('an upload without an answer can be tried again', async () => {
  const answers: object[] = [{ result: 'FAILED', errorCode: 'NETWORK', message: 'no network' }, ANSWER]
  const { choose, user } = await open({ answer: () => answers.shift()! })
  await choose(picture())
  expect(screen.getByText('no network')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text.retry }))
  expect(screen.getByText(TOKEN)).toBeTruthy()
  expect(screen.queryByText('no network')).toBeNull()
})

test('the server’s refusal of a file is shown at the field', async () => {
  const fields = { image: fieldRules.IMAGE_UNREADABLE }
  const answer = () => ({ result: 'FAILED', errorCode: 'INVALID_INPUT', message: 'wrong', fields })
  const { choose } = await open({ answer })
  await choose(picture())
  expect(screen.getByText(fieldRules.IMAGE_UNREADABLE)).toBeTruthy()
  expect(screen.queryByRole('button', { name: text.retry })).toBeNull()
})

test('a kept image can be removed; the focus stays at the field', async () => {
  const { user, input, container } = await open({ initial: KEPT })
  await user.click(screen.getByRole('button', { name: text.remove }))
  expect(screen.getByText('none')).toBeTruthy()
  expect(document.activeElement).toBe(input)
  expect(container.querySelector('output')?.textContent).toBe(text.removed)
})

test('a kept image that is deleted meanwhile leaves its field', async () => {
  await open({ initial: KEPT })
  await act(async () => void fireEvent.error(screen.getByRole('img', { name: text.alt })))
  expect(screen.getByText('none')).toBeTruthy()
  expect(screen.getByText(text.gone)).toBeTruthy()
})

test('a dropped file is sent too', async () => {
  const { input } = await open()
  await act(async () => void fireEvent.drop(input.parentElement!, { dataTransfer: { files: [picture()] } }))
  expect(screen.getByText(TOKEN)).toBeTruthy()
})
