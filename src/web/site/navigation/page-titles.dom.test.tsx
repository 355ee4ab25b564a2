import { useState } from 'react'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { type TitleKey, usePageTitleText } from './page-titles.ts'

const network = vi.hoisted(() => ({ failures: 1 }))
vi.mock('#web/kit/lazy-value.ts', () => ({
  lazyValue: (load: () => Promise<unknown>) => ({
    load: () => (network.failures-- > 0 ? Promise.reject(new Error('offline')) : load()),
  }),
}))

/** Pages after one another at the same place of the tree, as in the shell. */
function Pages() {
  const [key, setKey] = useState<TitleKey>('Login')
  return (
    <>
      <p data-testid="title">{usePageTitleText(key)}</p>
      <button type="button" onClick={() => setKey('Search')}>
        next
      </button>
    </>
  )
}

test('titles that could not be loaded are loaded for the next page', async () => {
  const { user } = await renderWeb(<Pages />)
  expect(screen.getByTestId('title').textContent).toBe('')
  await user.click(screen.getByRole('button', { name: 'next' }))
  expect(await screen.findByText('搜尋')).toBeTruthy()
})
