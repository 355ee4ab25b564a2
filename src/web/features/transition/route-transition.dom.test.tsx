import { act, fireEvent, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { HashRouter, useNavigate } from '#web/kit/router.tsx'
import { beforeEach, expect, test } from 'vitest'
import { viewer } from '#text/zh_HK/viewer.ts'
import { ShellTextContext } from '#web/viewer/text/shell-text.ts'
import { RouteTransition } from './route-transition.tsx'
import { useShownLocation } from './use-shown-location.ts'

const routeAt = (pathname: string) => ({ name: pathname, delayed: pathname === '/play' })

let navigate: ReturnType<typeof useNavigate>

function Site() {
  const { shown, phase } = useShownLocation(routeAt, () => {})
  const current = useNavigate()
  useEffect(() => {
    navigate = current
  }, [current])
  return (
    <>
      <h1>{`${phase} ${shown.pathname}`}</h1>
      <RouteTransition phase={phase} />
    </>
  )
}

const renderSite = () =>
  render(
    <HashRouter>
      <ShellTextContext value={viewer}>
        <Site />
      </ShellTextContext>
    </HashRouter>,
  )

const shownPage = () => screen.getByRole('heading').textContent
const pressEscape = () => act(async () => fireEvent.keyDown(document.body, { key: 'Escape' }))

beforeEach(() => {
  history.pushState({ idx: 0 }, '', '#/drama')
  history.pushState({ idx: 1 }, '', '#/movies')
})

/** The player's page after a reload, with another page before it. */
function openPlayer() {
  history.pushState({ idx: 2 }, '', '#/play')
  renderSite()
}

test('Esc on the way to the player returns to the page before it', async () => {
  renderSite()
  await act(async () => navigate('/play'))
  expect(shownPage()).toBe('closing /movies')
  await pressEscape()
  expect([shownPage(), location.hash]).toEqual(['none /movies', '#/movies'])
})

test('Esc while Back leaves the player returns to the player, not to the page before both', async () => {
  openPlayer()
  await act(async () => history.back())
  expect(shownPage()).toBe('closing /play')
  await pressEscape()
  expect([shownPage(), location.hash]).toEqual(['none /play', '#/play'])
})

test('Esc while the player’s entry is replaced goes nowhere', async () => {
  openPlayer()
  await act(async () => navigate('/variety', { replace: true }))
  await pressEscape()
  expect([shownPage(), location.hash]).toEqual(['closing /play', '#/variety'])
})
