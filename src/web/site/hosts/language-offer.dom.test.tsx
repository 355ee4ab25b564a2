import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { languageOffer as text } from '#text/zh_HK/notices.ts'
import { readLanguage } from '#web/kit/language.ts'
import { LanguageOffer } from './language-offer.tsx'

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'language=; Max-Age=0; Path=/'
})

test('“View in English” stores the choice and reloads the page', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  render(<LanguageOffer text={text} />)
  await userEvent.click(screen.getByRole('button', { name: 'View in English' }))
  expect(readLanguage()).toBe('en_US')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('closed, it is gone and the language stays', async () => {
  render(<LanguageOffer text={text} />)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('button')).toBeNull()
  expect(readLanguage()).toBe('zh_HK')
})
