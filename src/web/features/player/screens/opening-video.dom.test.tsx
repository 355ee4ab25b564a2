import { act, render, renderHook, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { player as text } from '#text/zh_HK/player.ts'
import { fakePlayback } from '../../../../../test/support/fake-playback.ts'
import { failure } from '../engine/failure.rules.ts'
import { OpeningVideo, useOpening } from './play-screens.tsx'

let fake: ReturnType<typeof fakePlayback>
const created = vi.fn<(request: object) => void>()
vi.mock('../engine/playback.ts', () => ({
  createPlayback: (request: object) => {
    created(request)
    return fake.playback
  },
}))

const FILM = { programId: 'tram', programGuid: 'tram.s1e1', kind: 'movie', start: 0 } as const
const WITH_OPENING = { programId: 'tram', openingVideo: '/api_v2/order?programId=tram&kind=opening' }

beforeEach(() => {
  fake = fakePlayback()
  created.mockClear()
})

async function show() {
  const onEnd = vi.fn<() => void>()
  const view = await act(async () =>
    render(
      <Suspense fallback={null}>
        <OpeningVideo request={FILM} title="The last tram" onEnd={onEnd} />
      </Suspense>,
    ),
  )
  return { onEnd, view }
}

test('plays the opening under an order of its own, with the viewer’s sound, then the title', async () => {
  const { onEnd } = await show()
  expect(created.mock.calls).toEqual([[{ programId: 'tram', programGuid: 'tram.s1e1', kind: 'opening', start: 0 }]])
  expect(fake.engine.start.mock.calls).toEqual([[0]])
  expect(fake.video.muted).toBe(false)
  expect(fake.video.isConnected).toBe(true)
  expect(onEnd).not.toHaveBeenCalled()
  act(() => fake.setVideo({ ended: true }, 'ended'))
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('is skipped by its button', async () => {
  const { onEnd } = await show()
  await userEvent.click(screen.getByRole('button', { name: text.skipOpening }))
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('one that cannot be played does not stand before the title', async () => {
  const { onEnd } = await show()
  act(() => fake.state.set({ failure: failure('network') }))
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('comes once a page before a title from its beginning, never before a trailer, a file or a resumed title', () => {
  const due = (change: object) =>
    renderHook(() => useOpening({ request: FILM, program: WITH_OPENING, start: 0, ...change })).result.current
  expect(due({ start: 90 }).isDue).toBe(false)
  expect(due({ start: undefined }).isDue).toBe(false)
  expect(due({ program: { programId: 'tram', openingVideo: '' } }).isDue).toBe(false)
  expect(due({ request: { ...FILM, kind: 'trailer' } }).isDue).toBe(false)
  expect(due({ request: { ...FILM, file: '/p/a/b.mp4' } }).isDue).toBe(false)
  const first = due({})
  expect(first.isDue).toBe(true)
  act(() => first.end())
  expect(due({}).isDue).toBe(false)
  expect(due({ request: { ...FILM, programGuid: 'tram.s1e2' } }).isDue).toBe(false)
})

test('does not replace a resumed title whose stored position returns to the beginning, as it does at its end', () => {
  const request = { ...FILM, programId: 'ferry' }
  const program = { ...WITH_OPENING, programId: 'ferry' }
  const { result, rerender } = renderHook((start: number | undefined) => useOpening({ request, program, start }), {
    initialProps: undefined as number | undefined,
  })
  rerender(90)
  rerender(0)
  expect(result.current.isDue).toBe(false)
})
