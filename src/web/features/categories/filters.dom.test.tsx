import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Facets } from '#contract/categories.ts'
import { categories as text } from '#text/zh_HK/viewer.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { Filters } from './filters.tsx'

const NONE: Facets = { genre: [], year: [], country: [], language: [], vodType: [], restriction: [], runningTime: [] }
const years = (...values: string[]): Facets => ({
  ...NONE,
  year: values.map((value) => ({ value, label: value, count: 1 })),
})

/** The facets before and after another filter is chosen. */
function Narrowed({ before, after }: { before: Facets; after: Facets }) {
  const [facets, setFacets] = useState(before)
  const shown = { facets, selection: { sort: undefined, filters: {} }, kids: false }
  return (
    <>
      <button onClick={() => setFacets(after)}>narrow</button>
      <Filters {...shown} onChoose={() => {}} onClear={() => {}} />
    </>
  )
}

test('a filter that the others leave one choice, or none, keeps its place', async () => {
  const { user } = await renderWeb(<Narrowed before={years('2024', '2025')} after={years('2024')} />)
  const field = () => screen.getByRole('combobox', { name: text.filterNames.year })
  expect(field()).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'narrow' }))
  expect(field().textContent).not.toContain('2025')
})

test('a filter that never had a choice does not come later', async () => {
  const { user } = await renderWeb(<Narrowed before={NONE} after={years('2024')} />)
  await user.click(screen.getByRole('button', { name: 'narrow' }))
  expect(screen.queryByRole('combobox', { name: text.filterNames.year })).toBeNull()
})
