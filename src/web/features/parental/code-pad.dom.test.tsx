import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { parental } from '#text/zh_HK/parental.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { CodePad } from './code-pad.tsx'

const { codePad } = parental

async function renderPad() {
  const onSubmit = vi.fn<(code: string) => Promise<void>>(async () => {})
  const view = await renderWeb(<CodePad onSubmit={onSubmit} />)
  return { ...view, onSubmit, input: screen.getByLabelText<HTMLInputElement>(codePad.label) }
}

test('the pad has the focus, and sends the code at its fourth digit', async () => {
  const { user, onSubmit, input } = await renderPad()
  expect(document.activeElement).toBe(input)
  await user.keyboard('098')
  expect(onSubmit).not.toHaveBeenCalled()
  await user.keyboard('7')
  expect(onSubmit.mock.calls).toEqual([['0987']])
})

test('the keys on screen type into the same input', async () => {
  const { user, input } = await renderPad()
  for (const key of ['1', '2', '3']) await user.click(screen.getByRole('button', { name: key }))
  await user.click(screen.getByRole('button', { name: codePad.remove }))
  expect(input.value).toBe('12')
  expect(document.activeElement).toBe(input)
})

test('a pasted code is sent at once', async () => {
  const { user, onSubmit } = await renderPad()
  await user.paste('密碼：0 9 8 7 6')
  expect(onSubmit.mock.calls).toEqual([['0987']])
})
