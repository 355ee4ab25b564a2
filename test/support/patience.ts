import { vi } from 'vitest'

/** What is waited for comes later on a busy machine; Vitest's own limit is one second. In ms. */
const PATIENCE_MS = 20_000

const { waitFor, waitUntil } = vi
vi.waitFor = (check, options) => waitFor(check, options ?? PATIENCE_MS)
vi.waitUntil = (check, options) => waitUntil(check, options ?? PATIENCE_MS)
