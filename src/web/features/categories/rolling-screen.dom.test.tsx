import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { categories as text } from '#text/zh_HK/viewer.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { RollingScreen } from './rolling-screen.tsx'

test.each([
  '/category/rolling-category',
  '/category/rolling-category?categoryId=',
  '/category/rolling-category?categoryId=gone',
])('%s names no category, which the screen says', async (path) => {
  await renderWeb(<RollingScreen />, { path })
  expect(await screen.findByRole('heading', { level: 1, name: text.missing })).toBeTruthy()
})
