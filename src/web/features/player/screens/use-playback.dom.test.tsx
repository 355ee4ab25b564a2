import { act, renderHook } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { type NavigateFunction, useNavigate } from '#web/kit/router.tsx'
import { MemoryRouter } from '../../../../../test/support/memory-router.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import type { Program } from '#contract/programs.ts'
import { acceptWarning, isWarningAccepted, warningGate } from '#web/viewer/playback-gates/playback-gates.ts'
import { fakePlayback } from '../../../../../test/support/fake-playback.ts'
import { usePlayFlow } from './use-playback.ts'

const ORDER = { redirectURL: '/v/grant/tram/master.m3u8', expiresAt: '2026-11-22T12:00:00Z', subtitles: [] }
const program = (facts: Partial<Program> = {}) =>
  ({ programId: 'tram', access: 'play', warning: '', ...facts }) as Program
const warned = program({ warning: '暴力場面' })

afterEach(() => warningGate.close())

const site: { navigate?: NavigateFunction } = {}

function Site({ children }: { children: ReactNode }) {
  return (
    <MemoryRouter initialEntries={['/play?programId=tram']}>
      <Navigator />
      {children}
    </MemoryRouter>
  )
}

function Navigator() {
  const navigate = useNavigate()
  useEffect(() => {
    site.navigate = navigate
  })
  return null
}

/** Browser Back, which the router's transition keeps from the screen for a while. */
const goBack = () => act(async () => void dispatchEvent(new PopStateEvent('popstate')))

function renderFlow(given: { program?: Program | undefined; isPreparing?: boolean; file?: string } = {}) {
  const fake = fakePlayback({ file: given.file })
  const onLeave = vi.fn<() => void>()
  const view = renderHook(
    (props: { program: Program | undefined }) =>
      usePlayFlow({ playback: fake.playback, isPreparing: given.isPreparing ?? false, onLeave, ...props }),
    { initialProps: { program: given.program }, wrapper: Site },
  )
  return { ...view, ...fake, onLeave }
}

test('a title without a gate waits for its order, and is ready with it', () => {
  const { result, state } = renderFlow({ program: program() })
  expect(result.current).toEqual({ step: 'order', mayStart: true })
  act(() => state.set({ order: ORDER }))
  expect(result.current).toEqual({ step: 'ready', mayStart: true })
})

test('the warning opens while the order is pending; playback waits for its acceptance', async () => {
  const { result, state } = renderFlow({ program: warned })
  expect(result.current).toEqual({ step: 'warning', mayStart: false })
  expect(warningGate.get()?.request).toEqual({ warning: '暴力場面' })
  act(() => state.set({ order: ORDER }))
  expect(result.current).toEqual({ step: 'warning', mayStart: false })
  await act(async () => warningGate.get()?.answer(true))
  expect(result.current).toEqual({ step: 'ready', mayStart: true })
  expect(isWarningAccepted('tram')).toBe(true)
})

test('closing the warning leaves the title, which stays unaccepted', async () => {
  const { onLeave } = renderFlow({ program: warned })
  await act(async () => warningGate.close())
  expect(onLeave).toHaveBeenCalledOnce()
  expect(isWarningAccepted('tram')).toBe(false)
})

test('browser Back on the warning closes it, and does not leave a second time', async () => {
  const { onLeave } = renderFlow({ program: warned })
  await goBack()
  expect(warningGate.get()).toBeNull()
  expect(onLeave).not.toHaveBeenCalled()
  expect(isWarningAccepted('tram')).toBe(false)
})

test('the warning opens again when Back ends at the same title', async () => {
  renderFlow({ program: warned })
  await goBack()
  await act(async () => site.navigate?.('/play?programId=tram', { replace: true }))
  expect(warningGate.get()).not.toBeNull()
})

test('a warning that was accepted in this session does not open again', () => {
  acceptWarning('tram')
  const { result } = renderFlow({ program: warned })
  expect(warningGate.get()).toBeNull()
  expect(result.current.mayStart).toBe(true)
})

test('leaving by another way closes the warning, and does not leave twice', async () => {
  const { unmount, onLeave } = renderFlow({ program: warned })
  await act(async () => unmount())
  expect(warningGate.get()).toBeNull()
  expect(onLeave).not.toHaveBeenCalled()
})

test('the gates of a refused order come before the warning', async () => {
  const { result, state } = renderFlow({ program: program({ access: 'parental', warning: '暴力場面' }) })
  expect(result.current).toEqual({ step: 'order', mayStart: false })
  expect(warningGate.get()).toBeNull()
  act(() => state.set({ failure: { kind: 'refused', code: 'PARENTAL_CODE_REQUIRED' } }))
  expect(result.current.step).toBe('parentalCode')
  // The code was right: the order is placed again, and answered.
  act(() => state.set({ failure: null }))
  act(() => state.set({ order: ORDER }))
  expect(result.current).toEqual({ step: 'warning', mayStart: false })
})

test.each([
  ['LOGIN_REQUIRED', 'login'],
  ['REGION_REFUSED', 'refused'],
])('an order refused with %s is at %s', (code, step) => {
  const { result, state } = renderFlow({ program: program() })
  act(() => state.set({ failure: { kind: 'refused', code } }))
  expect(result.current.step).toBe(step)
})

test('an order that is answered with a quote is at buying; its warning comes first', async () => {
  const { result, state } = renderFlow({ program: program({ access: 'buy', warning: '暴力場面' }) })
  await act(async () => state.set({ failure: { kind: 'refused', code: 'PURCHASE_REQUIRED' } }))
  expect(result.current).toEqual({ step: 'warning', mayStart: false })
  await act(async () => warningGate.get()?.answer(true))
  expect(result.current.step).toBe('buy')
  act(() => state.set({ failure: null }))
  act(() => state.set({ order: ORDER }))
  expect(result.current).toEqual({ step: 'ready', mayStart: true })
})

test('a failure that is no refusal leaves the step as it is', () => {
  const { result, state } = renderFlow({ program: program() })
  act(() => state.set({ order: ORDER }))
  act(() => state.set({ failure: { kind: 'network', code: '4001' } }))
  expect(result.current.step).toBe('ready')
})

test('neither a trailer nor a title that is not encoded yet shows a warning', () => {
  expect(renderFlow({ program: undefined }).result.current).toEqual({ step: 'order', mayStart: true })
  const preparing = renderFlow({ program: warned, isPreparing: true })
  expect(preparing.result.current).toEqual({ step: 'order', mayStart: true })
  expect(warningGate.get()).toBeNull()
})

test('a preview file needs no order', () => {
  expect(renderFlow({ file: '/p/tram/preview.mp4' }).result.current.step).toBe('ready')
})
