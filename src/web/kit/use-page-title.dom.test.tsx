import { render } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { CallContextContext } from './call-context.ts'
import { setAppName, usePageTitle } from './use-page-title.ts'

function Page({ title }: { title: string }) {
  usePageTitle(title)
  return null
}

beforeAll(() => setAppName({ zh_HK: '港映', en_US: 'Harbour' }, '港澳影視，隨時觀看'))

test('a screen names the document, with the app’s name behind', () => {
  render(<Page title="電影" />)
  expect(document.title).toBe('電影 - 港映')
})

test('without a title there is the app’s name and its tagline', () => {
  render(<Page title="" />)
  expect(document.title).toBe('港映 - 港澳影視，隨時觀看')
})

test('a layer without its data leaves the title of the page below, and gives it back when it is gone', () => {
  const below = <Page key="page" title="電影" />
  const { rerender } = render([below, <Page key="layer" title="" />])
  expect(document.title).toBe('電影 - 港映')
  rerender([below, <Page key="layer" title="夜渡鯉魚門" />])
  expect(document.title).toBe('夜渡鯉魚門 - 港映')
  rerender([below])
  expect(document.title).toBe('電影 - 港映')
})

test('the page’s title may arrive after the layer’s, which still shows', () => {
  const layer = <Page key="layer" title="夜渡鯉魚門" />
  const { rerender } = render([<Page key="page" title="" />, layer])
  rerender([<Page key="page" title="港式懸疑" />, layer])
  expect(document.title).toBe('夜渡鯉魚門 - 港映')
})

test('a screen that is in English on a Chinese site has the app’s English name behind', () => {
  const english = (
    <CallContextContext value={{ language: 'en_US', pattern: 'normal' }}>
      <Page title="Join a partner" />
    </CallContextContext>
  )
  const { rerender } = render([<Page key="page" title="綁定夥伴" />, <div key="screen">{english}</div>])
  expect(document.title).toBe('Join a partner - Harbour')
  rerender([<Page key="page" title="綁定夥伴" />])
  expect(document.title).toBe('綁定夥伴 - 港映')
})
