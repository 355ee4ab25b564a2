import { readFileSync } from 'node:fs'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Screen } from './screen.tsx'

afterEach(cleanup)

const frame = () => screen.getByText('content').parentElement!

test('its title is the heading of the page, above the content', () => {
  render(
    <Screen title="My diary" className="narrow">
      <p>content</p>
    </Screen>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My diary')
  expect(frame().firstElementChild?.tagName).toBe('H1')
  expect(frame().classList).toContain('narrow')
})

test('a screen whose content has the heading gets no other', () => {
  render(
    <Screen>
      <p>content</p>
    </Screen>,
  )
  expect(screen.queryByRole('heading')).toBeNull()
})

test('each space above is a rule of the stylesheet, the header left out where there is none', () => {
  const css = readFileSync('src/web/ui/screen.module.css', 'utf8')
  for (const top of ['s', 'l'] as const) {
    render(
      <Screen top={top}>
        <p>content</p>
      </Screen>,
    )
    expect(frame().dataset['top']).toBe(top)
    expect(css.split(`[data-top='${top}']`)).toHaveLength(3)
    cleanup()
  }
  render(
    <Screen embedded>
      <p>content</p>
    </Screen>,
  )
  expect(frame().dataset['embedded']).toBe('')
  expect(css).toMatch(/\[data-embedded\] \{\s*padding-top: var\(--top\);/)
})
