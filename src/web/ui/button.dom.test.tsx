import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test.each([
  ['38 點（現有 100 點）', ['（現有 100 點）']],
  ['38 credits (you have 100)', ['(you have 100)']],
  ['38 點', []],
  ['觀看（一段比一行手機畫面更長的說明文字）', []],
])('what stands in brackets stays on one line, unless it is long: %s', (words, whole) => {
  render(
    <Button aria-label="Watch" note={words}>
      觀看
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Watch' })
  expect(button.textContent.replaceAll('\u00A0', ' ')).toBe(`觀看${words}`)
  const kept = [...button.querySelectorAll('span')].filter(({ className }) => className.includes('whole'))
  expect(kept.map(({ textContent }) => textContent.replaceAll('\u00A0', ' '))).toEqual(whole)
})
