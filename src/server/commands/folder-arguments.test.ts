import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { backupCommand } from './backup.ts'
import { restoreCommand } from './restore.ts'

const config = readConfig({ DATA_DIR: '/nonexistent', PORT: '0' })

afterEach(() => vi.restoreAllMocks())

const COMMANDS = { backup: backupCommand, restore: restoreCommand }

test.each([
  { args: [], code: 2 },
  { args: ['--help'], code: 0 },
  { args: ['--all'], code: 2 },
  { args: ['one', 'two'], code: 2 },
])(
  'backup and restore take one folder: with $args they print their usage and touch nothing',
  async ({ args, code }) => {
    const said = vi.fn()
    for (const stream of ['log', 'error'] as const) vi.spyOn(console, stream).mockImplementation(said)
    for (const [name, command] of Object.entries(COMMANDS)) {
      expect(await command(config, [...args], '/nonexistent')).toBe(code)
      expect(said).toHaveBeenLastCalledWith(expect.stringMatching(new RegExp(`^Usage: npm run ${name} -- <`)))
    }
  },
)
