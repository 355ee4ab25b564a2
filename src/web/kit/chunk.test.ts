import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHUNK_TIMEOUT_MS, ChunkError, loadChunk } from './chunk.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a failed load is tried once more', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('screen')
  expect(await loadChunk(load)).toBe('screen')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a second failure is given up, and said', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('offline'))
  await expect(loadChunk(load)).rejects.toThrow(ChunkError)
  expect(load).toHaveBeenCalledTimes(2)
})

test('SPEC 8: a load that never answers ends after 120 seconds', async () => {
  const outcome = loadChunk(() => new Promise<never>(() => {})).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS)
  expect(await outcome).toBeInstanceOf(ChunkError)
  expect(CHUNK_TIMEOUT_MS).toBe(120_000)
})
