import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// What is waited for comes later on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

// Vitest's globals are off, so Testing Library cannot register its own cleanup.
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
