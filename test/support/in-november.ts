import { afterEach, beforeEach, vi } from 'vitest'

/** The day of tests that read dates of 2026 on screen: dates of another year show it. Import this file for it. */
beforeEach(() => void vi.setSystemTime('2026-11-28T04:00:00Z'))
afterEach(() => void vi.useRealTimers())
