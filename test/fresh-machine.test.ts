import { execFile } from 'node:child_process'
import { access, chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isOnPath } from './support/programs.ts'

const run = promisify(execFile)
const BARE_PATH = resolve('.ci/bare-path')
const BASH = '/bin/bash'
const hasBash = await access(BASH).then(
  () => true,
  () => false,
)

/** Optional programs that must be hidden from continuous integration. */
const UNAVAILABLE = ['ffmpeg', 'ffprobe', 'psql', 'nginx', 'wrk', 'curl', 'python3', 'apt-get', 'find', 'ps', 'taskset']

describe.runIf(hasBash)('a command behind .ci/bare-path', () => {
  let machine: string

  beforeEach(async () => {
    machine = await mkdtemp(join(tmpdir(), 'harbour-machine-'))
    for (const name of UNAVAILABLE) {
      await writeFile(join(machine, name), '#!/bin/sh\n')
      await chmod(join(machine, name), 0o755)
    }
  })
  afterEach(() => rm(machine, { recursive: true, force: true }))

  /** Runs a Node script with the restricted PATH, on a machine with all of these programs. */
  function runRestricted(script: string) {
    const system = [machine, dirname(process.execPath), process.env.HARBOUR_SYSTEM_PATH ?? process.env.PATH]
    const env = { PATH: system.join(delimiter), TMPDIR: machine }
    return run(BASH, [BARE_PATH, 'node', '-e', script], { env })
  }

  test('finds node, npm, sh, git and coreutils, and nothing else', async () => {
    const { stdout } = await runRestricted(`
      const fs = require('node:fs')
      console.log(JSON.stringify([fs.statSync(process.env.PATH).mode & 0o777, fs.readdirSync(process.env.PATH)]))`)
    const [mode, names] = JSON.parse(stdout) as [number, string[]]
    expect(names).toEqual(expect.arrayContaining(['node', 'npm', 'sh', 'git', 'id', 'chmod', 'nice']))
    expect(names.filter((name) => UNAVAILABLE.includes(name))).toEqual([])
    expect(mode).toBe(0o755)
  })

  test('runs on the same Node and gets the path of the system', async () => {
    const { stdout } = await runRestricted('console.log(process.execPath + " " + process.env.HARBOUR_SYSTEM_PATH)')
    expect(stdout.startsWith(`${process.execPath} ${machine}${delimiter}`)).toBe(true)
  })

  test('returns the exit code and removes the folder of links', async () => {
    await expect(runRestricted('process.exit(7)')).rejects.toMatchObject({ code: 7 })
    expect((await readdir(machine)).toSorted()).toEqual(UNAVAILABLE.toSorted())
  })
})

test.runIf(process.env.HARBOUR_SYSTEM_PATH)('with .ci/bare-path tests find no optional programs', () => {
  expect(UNAVAILABLE.filter(isOnPath)).toEqual([])
})
