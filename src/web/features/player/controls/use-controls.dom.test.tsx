import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { player as text } from '#text/zh_HK/player.ts'
import { renderPlayer } from '../../../../../test/support/render-player.tsx'
import { navigateBelowLayer } from '#web/kit/history-step.ts'
import type { Layer } from './player-context.ts'
import { useLayer } from './use-controls.ts'

/** The player's entry, as the router has made it. */
const ENTRY = { usr: null, key: 'k', idx: 3 }

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('WEBVTT\n'))
  history.pushState(ENTRY, '')
})
afterEach(() => vi.unstubAllGlobals())

function renderLayer() {
  const { result } = renderHook(() => useLayer())
  const open = (layer: Layer) => act(async () => result.current[1](layer))
  return { open, layer: () => result.current[0] }
}

/** The browser's own buttons. */
const goBack = () => act(async () => history.back())
const goForward = () => act(async () => history.forward())

test.each(['episodes', 'help'] as const)('Back closes the layer %s first, and Forward opens it again', async (name) => {
  const { open, layer } = renderLayer()
  await open(name)
  expect(layer()).toBe(name)
  await goBack()
  expect(layer()).toBeNull()
  expect(history.state).toEqual(ENTRY)
  await goForward()
  expect(layer()).toBe(name)
  await goBack()
})

test.each<[string, Layer]>([
  ['its button', 'episodes'],
  ['Esc', null],
  ['a menu in its place', 'speed'],
])('a layer that is closed by %s leaves no step behind', async (_, next) => {
  const { open, layer } = renderLayer()
  await open('episodes')
  await open(next)
  expect(layer()).toBe(next === 'episodes' ? null : next)
  expect(history.state).toEqual(ENTRY)
})

test('one layer in the place of another is the same step', async () => {
  const { open, layer } = renderLayer()
  await open('episodes')
  await open('help')
  expect(layer()).toBe('help')
  await goBack()
  expect(layer()).toBeNull()
  expect(history.state).toEqual(ENTRY)
})

test('a menu is no step', async () => {
  const { open, layer } = renderLayer()
  const { length } = history
  await open('speed')
  expect(layer()).toBe('speed')
  expect(history.length).toBe(length)
})

test('two clicks at once, before history has moved, go back once', async () => {
  const { open } = renderLayer()
  await open('help')
  const back = vi.spyOn(history, 'back').mockImplementation(() => {})
  await open(null)
  await open(null)
  expect(back).toHaveBeenCalledOnce()
  back.mockRestore()
  await goBack()
})

test('a navigation out of an open layer begins at the player’s own entry', async () => {
  const { open, layer } = renderLayer()
  const entries: unknown[] = []
  await open('episodes')
  await act(async () => navigateBelowLayer(() => entries.push(history.state)))
  expect(layer()).toBeNull()
  navigateBelowLayer(() => entries.push(history.state))
  expect(entries).toEqual([ENTRY, ENTRY])
})

test('Back closes the list of shortcuts, and the player stays', async () => {
  const { user, onLeave } = await renderPlayer()
  await user.keyboard('{Shift>}[Slash]{/Shift}')
  expect(screen.getByRole('dialog', { name: text.shortcuts })).toBeDefined()
  await goBack()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(onLeave).not.toHaveBeenCalled()
})
