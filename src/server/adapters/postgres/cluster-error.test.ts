import { expect, test } from 'vitest'
import { ClusterError, explain } from './cluster-error.ts'

test.each([
  ['initdb: error: could not write to file "x": No space left on device', 'DISK_FULL'],
  ["ENOSPC: no space left on device, mkdir '/d'", 'DISK_FULL'],
  ['LOG:  could not bind IPv4 address "127.0.0.1": Address already in use\nFATAL:  could not create', 'PORT_IN_USE'],
  ["EACCES: permission denied, mkdir '/d'", 'UNWRITABLE'],
  ["EROFS: read-only file system, open '/d/x'", 'UNWRITABLE'],
  ["ENOTDIR: not a directory, mkdir '/d'", 'UNWRITABLE'],
  ['FATAL:  data directory "/d/postgres" has wrong ownership', 'UNWRITABLE'],
  ['PANIC:  could not locate a valid checkpoint record at 0/1504E80', 'DAMAGED'],
])('a failed start of PostgreSQL is named by its cause: %s is %s', (message, code) => {
  const error = explain(message, '/d')
  expect(error.code).toBe(code)
  expect(error.message).toContain('/d')
  expect(error.message).not.toContain('\n')
})

test('an unknown failure is described by the last error in the log, in one line', () => {
  const log =
    '12:00 [7] LOG:  starting\n12:00 [7] FATAL:  could not map memory\n12:00 [7] LOG:  database system is shut down'
  expect(explain(log, '/d').message).toBe('The database in /d did not start: could not map memory')
  expect(explain('', '/d').message).toContain('no error message')
})

test('returns a ClusterError unchanged', () => {
  const clusterError = new ClusterError('OTHER_VERSION', 'permission denied')
  expect(explain(clusterError, '/d')).toBe(clusterError)
})
