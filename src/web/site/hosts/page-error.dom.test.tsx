import { screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors as text } from '#text/zh_HK/viewer.ts'
import { ChunkError } from '#web/kit/chunk.ts'
import { formatPageTitle, setAppName } from '#web/kit/use-page-title.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { PageError } from './page-error.tsx'

beforeAll(() => setAppName({ zh_HK: '港映', en_US: 'Harbour' }, '隨選影院'))
afterAll(() => setAppName({ zh_HK: '', en_US: '' }, ''))

const pageTitle = (title: string) => formatPageTitle({ title, language: 'zh_HK' })

test.each([
  ['a chunk that could not be loaded', new ChunkError(new Error('offline')), text.chunkTitle],
  ['any other error', new Error('fault'), text.title],
])('in place of a screen, %s is its heading and the title of the page', async (_, error, title) => {
  document.title = pageTitle('上一頁')
  await renderWeb(<PageError error={error} onRetry={() => {}} />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
  await expect.poll(() => document.title).toBe(pageTitle(title))
})
