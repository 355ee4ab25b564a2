import { Client } from 'pg'
import { expect, test } from 'vitest'
import { connectionString, fitsSocket, launchArguments } from './cluster-settings.ts'

const folderOfLength = (bytes: number) => `/${'d'.repeat(bytes - '/.s.PGSQL.5432'.length - 1)}`

test.each([
  ['linux', 107, true],
  ['linux', 108, false],
  ['darwin', 103, true],
  ['darwin', 104, false],
  ['win32', 40, false],
] as const)('on %s a socket path of %i bytes fits: %s', (platform, bytes, fits) => {
  expect(fitsSocket(folderOfLength(bytes), platform)).toBe(fits)
})

test('the limit is in bytes, not characters', () => {
  expect(fitsSocket(`/${'港'.repeat(32)}`, 'linux')).toBe(false)
})

test.each(['/srv/harbour data/postgres', '/srv/港映/postgres', '/srv/a+b%20c/postgres'])(
  'pg parses the socket folder %s unchanged',
  (socketDir) => {
    const client = new Client({ connectionString: connectionString({ socketDir }, 'secret') })
    expect(client).toMatchObject({
      host: socketDir,
      port: 5432,
      user: 'harbour',
      database: 'harbour',
      password: 'secret',
    })
  },
)

test('pg parses the port, and the server listens on loopback only', () => {
  const client = new Client({ connectionString: connectionString({ port: 40_001 }, 'secret') })
  expect(client).toMatchObject({ host: '127.0.0.1', port: 40_001 })
  expect(launchArguments({ clusterDir: '/d', address: { port: 40_001 }, durable: true })).toContain(
    'listen_addresses=127.0.0.1',
  )
})

test('with a socket the server listens on no port', () => {
  const args = launchArguments({ clusterDir: '/d', address: { socketDir: '/d' }, durable: true })
  expect(args).toContain('listen_addresses=')
  expect(args).toContain('unix_socket_directories="/d"')
})

test('disables fsync for test clusters only', () => {
  const plan = { clusterDir: '/d', address: { socketDir: '/d' } }
  expect(launchArguments({ ...plan, durable: true }).join(' ')).not.toContain('fsync')
  expect(launchArguments({ ...plan, durable: false })).toContain('fsync=off')
})
