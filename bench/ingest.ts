import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { startHarbour } from '../test/support/harbour.ts'
import { runEncoder } from '../test/support/programs.ts'
import { needEncoder } from './support/needs.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * A complete ingest of a 60 s 1080p clip (probe, loudness, rungs and audio, preview, storyboard, frames, encryption,
 * title) compared with the command that encodes its rungs and audio, as printed by `ingest --print-ladder`.
 * Alternating, medians of three.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const MAIN = resolve('src/server/main.ts')
const SOURCE = resolve('seed/clips/crossing.mp4')

const run = promisify(execFile)
await needEncoder()
const folder = await mkdtemp(join(tmpdir(), 'harbour-bench-'))
const harbour = await startHarbour({ env: { HARBOUR_DEMO: '0' } })
try {
  await main()
} finally {
  await harbour.stop()
  await rm(folder, { recursive: true, force: true })
}

async function main(): Promise<void> {
  const clip = join(folder, 'clip.mp4')
  await runEncoder('ffmpeg', [
    '-v',
    'error',
    '-stream_loop',
    '-1',
    '-i',
    SOURCE,
    '-t',
    `${SECONDS}`,
    // In other GOPs than the ladder's, so that every rung is encoded.
    '-vf',
    'scale=1920:1080',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-c:a',
    'copy',
    clip,
  ])
  const ladder = (await run(process.execPath, [MAIN, 'ingest', clip, '--print-ladder'], { env: environment() })).stdout
  const [bare, whole]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await encode(ladder, round))
    whole.push(await ingest(clip, round))
  }
  const row = (name: string, values: number[]) => [
    name,
    median(values),
    Math.min(...values),
    Math.max(...values),
    median(values) / median(bare),
  ]
  printTable(
    [`${SECONDS} s of 1080p`, 'median s', 'least', 'most', 'ratio'],
    [row('rungs and audio only', bare), row('complete ingest', whole)],
  )
  console.log(`load average over 15 minutes: ${loadavg()[2]!.toFixed(1)}`)
  checkBudgets([{ name: 'complete ingest to its rungs and audio', found: median(whole) / median(bare), atMost: 1.25 }])
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, HARBOUR_TEST: '1', HARBOUR_DEMO: '0', DATA_DIR: harbour.dataDir }
}

/**
 * Runs the printed command in its own folder.
 * @returns seconds
 */
async function encode(ladder: string, round: number): Promise<number> {
  const cwd = join(folder, `ladder-${round}`)
  await mkdir(cwd)
  const seconds = await timed('/bin/sh', ['-c', ladder], { cwd })
  await rm(cwd, { recursive: true })
  return seconds
}

function ingest(clip: string, round: number): Promise<number> {
  const names = ['--title-zh', `夜渡${round}`, '--title-en', `Crossing ${round}`]
  return timed(process.execPath, [MAIN, 'ingest', clip, ...names], { env: environment() })
}

/** @throws with the program's error output if it fails */
async function timed(program: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv }) {
  const startMs = performance.now()
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-4000)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}`)
  return (performance.now() - startMs) / 1000
}
