import { act, cleanup, render, screen } from '@testing-library/react'
import { HashRouter } from '#web/kit/router.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pathOfLink, useLinkNavigation } from './use-link-navigation.ts'

const host = { prepare: vi.fn<() => Promise<void> | undefined>(), abandon: vi.fn<() => void>() }

function Links() {
  useLinkNavigation(host)
  return (
    <>
      <a href="#/play?programId=tram">Play</a>
      <a href="#/search">Search</a>
    </>
  )
}

beforeEach(() => {
  location.hash = '#/category/list'
  host.prepare.mockReset()
  host.abandon.mockReset()
  render(
    <HashRouter>
      <Links />
    </HashRouter>,
  )
})
afterEach(cleanup)

const click = (name: string) => act(async () => screen.getByRole('link', { name }).click())

/** The video of the title that is clicked is painted when this is resolved. */
function startsVideo() {
  const painted = Promise.withResolvers<void>()
  host.prepare.mockReturnValueOnce(painted.promise)
  return { paint: () => act(async () => painted.resolve()) }
}

test('a plain click on a link navigates at once', async () => {
  await click('Search')
  expect(location.hash).toBe('#/search')
})

test('a title that is shown at once gets its screen when it is painted; clicks meanwhile do nothing', async () => {
  const { paint } = startsVideo()
  const { length } = history
  await click('Play')
  await click('Play')
  await click('Search')
  expect(location.hash).toBe('#/category/list')
  await paint()
  expect(location.hash).toBe('#/play?programId=tram')
  expect(history.length).toBe(length + 1)
  await click('Search')
  expect(location.hash).toBe('#/search')
})

test('who has left meanwhile is not taken to the title, which is stopped', async () => {
  const { paint } = startsVideo()
  await click('Play')
  await act(async () => history.replaceState(null, '', '#/help'))
  await paint()
  expect(location.hash).toBe('#/help')
  expect(host.abandon).toHaveBeenCalledOnce()
})

test.each([null, '#main', 'https://example.com/#/category/list', '/category/list', '#'])(
  '%s is no link of the router',
  (href) => {
    expect(pathOfLink(href)).toBeUndefined()
  },
)

test('a link is a path and a query', () => {
  expect(pathOfLink('#/play?programId=a&programGuid=b')).toEqual({
    pathname: '/play',
    search: '?programId=a&programGuid=b',
  })
  expect(pathOfLink('#/category/list')).toEqual({ pathname: '/category/list', search: '' })
})
