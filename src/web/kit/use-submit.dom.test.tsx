import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFavorite, favoriteList } from '#contract/library.ts'
import { type ApiClient, ApiClientContext } from './api-client.ts'
import type { Envelope, Failure } from './envelope.ts'
import { hideToast, toastStore } from './toast-store.ts'
import { atField, type SubmitOptions, useSubmit } from './use-submit.ts'

type Answer = Envelope<{ myFavorite: boolean }>

const INPUT = { programId: 'a', programGuid: 'a' }
const SUCCESS: Answer = { result: 'SUCCESS', myFavorite: true }
const NETWORK: Failure = { result: 'FAILED', errorCode: 'NETWORK', message: 'no network' }
const REFUSAL: Failure = { result: 'FAILED', errorCode: 'CONFLICT', message: 'the list is full' }

const call = vi.fn<(...given: unknown[]) => Promise<Answer>>()
let queries: QueryClient

function renderSubmit(options: SubmitOptions<typeof createFavorite> = {}) {
  const client = { call } as unknown as ApiClient
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <ApiClientContext value={client}>{children}</ApiClientContext>
    </QueryClientProvider>
  )
  const { result } = renderHook(() => useSubmit(createFavorite, options), { wrapper })
  return {
    now: () => result.current,
    submit: (input = INPUT) => act(async () => result.current.submit(input)),
  }
}

/** Answers the calls one by one, when told to. */
function holdCalls() {
  const waiting: ((answer: Answer) => void)[] = []
  call.mockImplementation(() => new Promise((resolve) => waiting.push(resolve)))
  return {
    answer: async (at: number, answer: Answer) => {
      await waitFor(() => expect(waiting.length).toBeGreaterThan(at))
      await act(async () => waiting[at]?.(answer))
    },
  }
}

beforeEach(() => {
  queries = new QueryClient()
  call.mockReset()
})
afterEach(() => {
  act(() => hideToast())
  vi.useRealTimers()
})

describe('a call', () => {
  test('is pending with its input until it is answered', async () => {
    const { answer } = holdCalls()
    const { now } = renderSubmit()
    expect(now().pending).toBe(false)
    act(() => void now().submit(INPUT))
    await waitFor(() => expect(now().pending).toBe(true))
    expect(now().pendingInput).toEqual(INPUT)
    await answer(0, SUCCESS)
    await waitFor(() => expect(now().pending).toBe(false))
    expect(now().pendingInput).toBeUndefined()
  })

  test('a double submit sends once, and both learn the answer', async () => {
    const { answer } = holdCalls()
    const { now } = renderSubmit()
    const both = [now().submit(INPUT), now().submit(INPUT)]
    await answer(0, SUCCESS)
    expect(await Promise.all(both)).toEqual([SUCCESS, SUCCESS])
    expect(call).toHaveBeenCalledTimes(1)
  })

  test('a call with another input is not joined: it follows the first and has an answer of its own', async () => {
    const { answer } = holdCalls()
    const { now } = renderSubmit()
    const first = now().submit({ ...INPUT, programId: 'first' })
    const second = now().submit({ ...INPUT, programId: 'second' })
    const again = now().submit({ ...INPUT, programId: 'second' })
    await answer(0, REFUSAL)
    expect(await first).toMatchObject({ failure: REFUSAL })
    await answer(1, SUCCESS)
    expect([await second, await again]).toEqual([SUCCESS, SUCCESS])
    expect(call.mock.calls.map(([, input]) => (input as typeof INPUT).programId)).toEqual(['first', 'second'])
    await waitFor(() => expect(now().pending).toBe(false))
  })

  test('after an answer the next submit sends again', async () => {
    call.mockResolvedValue(SUCCESS)
    const { submit } = renderSubmit()
    await submit()
    await submit()
    expect(call).toHaveBeenCalledTimes(2)
  })

  test('concurrent calls are all sent; the newest is the pending one', async () => {
    const { answer } = holdCalls()
    const { now } = renderSubmit({ concurrent: true })
    act(() => void now().submit({ ...INPUT, programId: 'first' }))
    act(() => void now().submit({ ...INPUT, programId: 'second' }))
    await waitFor(() => expect(now().pendingInput?.programId).toBe('second'))
    await answer(0, SUCCESS)
    expect(call).toHaveBeenCalledTimes(2)
    expect(now().pending).toBe(true)
    await answer(1, SUCCESS)
    await waitFor(() => expect(now().pending).toBe(false))
  })
})

describe('a success', () => {
  test('tells the caller first, then shows the toast', async () => {
    call.mockResolvedValue(SUCCESS)
    const onSuccess = vi.fn(() => expect(toastStore.get().toast).toBeUndefined())
    const { submit } = renderSubmit({ onSuccess, toast: 'added' })
    expect(await submit()).toEqual(SUCCESS)
    expect(onSuccess.mock.calls).toEqual([[SUCCESS, INPUT]])
    expect(toastStore.get().toast?.text).toBe('added')
  })

  test('makes the named answers stale, and no others', async () => {
    call.mockResolvedValue(SUCCESS)
    queries.setQueryData([`/api_v2${favoriteList.path}?page=1`], {})
    queries.setQueryData(['/api_v2/other'], {})
    const { submit } = renderSubmit({ invalidates: [favoriteList] })
    await submit()
    const isStale = (url: string) => queries.getQueryState([url])?.isInvalidated
    await waitFor(() => expect(isStale(`/api_v2${favoriteList.path}?page=1`)).toBe(true))
    expect(isStale('/api_v2/other')).toBe(false)
  })

  test('may drop the whole cache, as a change of the session does', async () => {
    call.mockResolvedValue(SUCCESS)
    const { submit, now } = renderSubmit({ onSuccess: () => queries.clear() })
    expect(await submit()).toEqual(SUCCESS)
    await waitFor(() => expect(now().pending).toBe(false))
  })

  test('starts the wait until the next call', async () => {
    call.mockResolvedValue(SUCCESS)
    const { submit, now } = renderSubmit({ waitAfter: () => 180 })
    await submit()
    expect(now().wait.left).toBe(180)
  })
})

describe('a handler that fails is reported, and the submit resolves all the same', () => {
  const fault = new Error('the screen failed')
  const reported = vi.fn<(error: unknown) => void>()
  beforeEach(() => {
    reported.mockReset()
    vi.stubGlobal('reportError', reported)
  })
  afterEach(() => vi.unstubAllGlobals())

  test.each([
    [
      'synchronously',
      () => {
        throw fault
      },
    ],
    ['later', () => Promise.reject(fault)],
  ])('after a success, %s: the change was made', async (_, onSuccess: () => unknown) => {
    call.mockResolvedValue(SUCCESS)
    const { submit, now } = renderSubmit({ onSuccess, toast: 'added' })
    expect(await submit()).toEqual(SUCCESS)
    expect(reported.mock.calls).toEqual([[fault]])
    expect(toastStore.get().toast?.text).toBe('added')
    await waitFor(() => expect(now().pending).toBe(false))
  })

  test('of a refusal', async () => {
    call.mockResolvedValue(REFUSAL)
    const fail = () => {
      throw fault
    }
    const { submit } = renderSubmit({ on: { CONFLICT: fail } })
    expect(await submit()).toMatchObject({ result: 'FAILED', failure: REFUSAL })
    expect(reported.mock.calls).toEqual([[fault]])
  })
})

describe('a refusal', () => {
  test('is there with its message and its fields, and the submit resolves to it', async () => {
    const fields = { programId: 'unknown title' }
    call.mockResolvedValue({ ...REFUSAL, errorCode: 'INVALID_INPUT', fields })
    const onSuccess = vi.fn()
    const { submit, now } = renderSubmit({ onSuccess, toast: 'added' })
    expect(await submit()).toMatchObject({ result: 'FAILED', failure: { errorCode: 'INVALID_INPUT' }, fields })
    await waitFor(() => expect(now().refusal).toMatchObject({ message: 'the list is full', fields }))
    expect(onSuccess).not.toHaveBeenCalled()
    expect(toastStore.get().toast).toBeUndefined()
  })

  test('goes with the next submit', async () => {
    call.mockResolvedValueOnce(REFUSAL)
    const { submit, now } = renderSubmit()
    await submit()
    await waitFor(() => expect(now().refusal).toBeDefined())
    const { answer } = holdCalls()
    act(() => void now().submit(INPUT))
    expect(now().refusal).toBeUndefined()
    await answer(0, SUCCESS)
    expect(now().refusal).toBeUndefined()
  })

  test('is shown at the field that its code belongs to', async () => {
    call.mockResolvedValue(REFUSAL)
    const { submit } = renderSubmit({ on: { CONFLICT: atField('programId') } })
    expect(await submit()).toMatchObject({ message: '', fields: { programId: 'the list is full' } })
  })

  test('that is dealt with shows nothing', async () => {
    call.mockResolvedValue(REFUSAL)
    const handle = vi.fn<() => void>()
    const { submit, now } = renderSubmit({ on: { CONFLICT: handle }, toastsRefusals: true })
    expect(await submit()).toMatchObject({ failure: REFUSAL, message: '' })
    expect(handle).toHaveBeenCalledOnce()
    expect(now().refusal).toBeUndefined()
    expect(toastStore.get().toast).toBeUndefined()
  })

  test('is toasted where the screen has no place for it', async () => {
    call.mockResolvedValue(REFUSAL)
    const { submit } = renderSubmit({ toastsRefusals: true })
    await submit()
    expect(toastStore.get().toast?.text).toBe('the list is full')
  })
})

describe('a throttle', () => {
  const throttled: Failure = {
    result: 'FAILED',
    errorCode: 'TOO_MANY_TRIES',
    retryAfter: 90,
    message: 'wait 90 seconds',
  }

  test('counts down, and says what the screen says about waiting', async () => {
    vi.useFakeTimers()
    call.mockResolvedValue(throttled)
    const { submit, now } = renderSubmit({ waitMessage: 'too many tries' })
    expect(await submit()).toMatchObject({ message: 'too many tries' })
    expect(now().wait.left).toBe(90)
    await act(async () => vi.advanceTimersByTimeAsync(30_000))
    expect(now().wait.left).toBe(60)
    await act(async () => vi.advanceTimersByTimeAsync(60_000))
    expect(now().wait.left).toBe(0)
  })

  test('ends when what it was about changes', async () => {
    call.mockResolvedValue(throttled)
    const { submit, now } = renderSubmit()
    await submit()
    const onChange = vi.fn<(value: string) => void>()
    act(() => now().wait.clearedBy({ onChange }).onChange('another number'))
    expect(onChange).toHaveBeenCalledWith('another number')
    expect(now().wait.left).toBe(0)
  })

  test('another refusal starts no wait', async () => {
    call.mockResolvedValue(REFUSAL)
    const { submit, now } = renderSubmit({ waitMessage: 'too many tries' })
    expect(await submit()).toMatchObject({ message: 'the list is full' })
    expect(now().wait.left).toBe(0)
  })
})

describe('without a network', () => {
  test('the failure is shown, and the same submit works once the network is back', async () => {
    call.mockResolvedValueOnce(NETWORK).mockResolvedValueOnce(SUCCESS)
    const { submit, now } = renderSubmit()
    await submit()
    await waitFor(() => expect(now().refusal?.message).toBe('no network'))
    expect(await submit()).toEqual(SUCCESS)
    expect(now().refusal).toBeUndefined()
  })

  test('a browser that says it is offline sends at once: the call itself fails', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    globalThis.dispatchEvent(new Event('offline'))
    call.mockResolvedValue(NETWORK)
    const { submit } = renderSubmit()
    expect(await submit()).toMatchObject({ failure: NETWORK, message: 'no network' })
    vi.restoreAllMocks()
    globalThis.dispatchEvent(new Event('online'))
  })
})
