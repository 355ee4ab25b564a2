import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { comments } from '#text/zh_HK/comments.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { Composer } from './composer.tsx'
import type { Draft, Posting } from './use-posting.ts'

const { write: text } = comments
const post = vi.fn<(draft: Draft) => Promise<void>>(async () => undefined)
const posting: Posting = { post, pending: false, needsEmail: false, posted: 0, error: undefined }
const count = () => screen.getByText(text.range, { exact: false }).querySelector('strong')?.textContent

async function open(initial = '') {
  post.mockClear()
  const rendered = await renderWeb(
    <Composer initial={{ text: initial, spoiler: false }} posting={posting} submitLabel={text.submit} />,
  )
  const area = await screen.findByRole('textbox', { name: text.label })
  const button = screen.getByRole('button', { name: text.submit })
  return { ...rendered, area, button }
}

test('a comment can be sent from fifty to five hundred characters as a reader counts them', async () => {
  const { area, button } = await open()
  const type = (typed: string) => fireEvent.change(area, { target: { value: typed } })
  type('好'.repeat(49))
  expect([count(), button.hasAttribute('disabled')]).toEqual(['49', true])
  type('👨‍👩‍👧‍👦'.repeat(50))
  expect([count(), button.hasAttribute('disabled')]).toEqual(['50', false])
  type(`${'好'.repeat(49)}\u200B\u200B  `)
  expect([count(), button.hasAttribute('disabled')]).toEqual(['49', true])
  type('好'.repeat(501))
  expect([count(), button.hasAttribute('disabled')]).toEqual(['501', true])
})

test.each(['👨‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩🏽‍❤️‍💋‍👨🏿'])('five hundred %s are typed, counted and sent whole', async (emoji) => {
  const { area, button } = await open()
  const user = userEvent.setup()
  await user.click(area)
  await user.paste(emoji.repeat(501))
  expect([count(), button.hasAttribute('disabled')]).toEqual(['501', true])
  expect((area as HTMLTextAreaElement).value).toBe(emoji.repeat(501))
  await user.clear(area)
  await user.paste(emoji.repeat(500))
  fireEvent.click(button)
  expect(post).toHaveBeenCalledWith({ text: emoji.repeat(500), spoiler: false })
})

test('space that is not counted is not sent', async () => {
  const { area, button } = await open()
  fireEvent.change(area, { target: { value: `  ${'好'.repeat(40)}${' '.repeat(10_000)}\n\n\n\n${'好'.repeat(10)}\n` } })
  expect(count()).toBe('52')
  fireEvent.click(button)
  expect(post).toHaveBeenCalledWith({ text: `${'好'.repeat(40)}\n\n${'好'.repeat(10)}`, spoiler: false })
})

test('characters that are being composed are not counted', async () => {
  const { area } = await open()
  fireEvent.compositionStart(area)
  fireEvent.change(area, { target: { value: 'hou2' } })
  expect(count()).toBe('0')
  fireEvent.change(area, { target: { value: '好' } })
  fireEvent.compositionEnd(area)
  expect(count()).toBe('1')
})

test('a comment is sent with its spoiler mark', async () => {
  const { button } = await open('好'.repeat(60))
  fireEvent.click(screen.getByRole('checkbox', { name: text.spoiler }))
  fireEvent.click(button)
  expect(post).toHaveBeenCalledWith({ text: '好'.repeat(60), spoiler: true })
})
