import { defineConfig } from 'vitest/config'

process.env.TZ = 'UTC'

const node = { environment: 'node', pool: 'forks' } as const

/**
 * `unit`: everything beside the code and the wire's fixtures, in parallel. `slow`: real ffmpeg and whole processes, one at a
 * time. `e2e`: browser journeys against a running server, one at a time.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/support/cluster.ts'],
    env: { TZ: 'UTC' },
    projects: [
      {
        extends: true,
        test: {
          ...node,
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: ['{src,test,seed,bin,bench}/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', '**/*.slow.test.ts'],
          testTimeout: 15_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'slow',
          sequence: { groupOrder: 1 },
          include: ['{src,test,seed,bin}/**/*.slow.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'e2e',
          sequence: { groupOrder: 2 },
          globalSetup: ['test/e2e/support/setup.ts'],
          include: ['test/e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
