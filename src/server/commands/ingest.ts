import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#contract/errors.ts'
import { parseDraftIssue } from '#contract/ingest.ts'
import type { Config } from '#server/config.ts'
import { createFfmpeg } from '#server/adapters/ffmpeg/ffmpeg-transcoder.ts'
import { findBinaries } from '#server/adapters/ffmpeg/binaries.ts'
import { createApp } from '#server/app.ts'
import { checkedPlan, IngestError, type Media } from '#server/domains/media/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import { createLog } from '#server/kit/log.ts'
import { queuesOf } from '#server/jobs/worker.ts'
import { createQueue } from '#server/kit/queue.ts'
import { ingest as en } from '#text/en_US/ingest.ts'
import { ingest as zh } from '#text/zh_HK/ingest.ts'
import { type IngestArguments, readIngestArguments, USAGE, UsageError } from './ingest-arguments.ts'
import { withDatabase } from './migrate.ts'
import { openPrepared } from './prepare.ts'

const WATCH_MS = 1000

const TEXT = { zh_HK: zh, en_US: en }
type Text = (typeof TEXT)['zh_HK']

/**
 * `npm run ingest`: brings one film in and publishes it at once. Prints a line of progress, then the programId.
 * Ctrl-C cancels and leaves nothing behind; after a kill -9 the next worker goes on with it.
 * @returns 0 done, 1 the film or the title was refused, 2 asked for wrongly, 130 cancelled
 */
export async function ingestCommand(config: Config, args: string[], folder: string): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(USAGE)
    return 0
  }
  try {
    const asked = readIngestArguments(args, folder)
    return await (asked.printLadder ? printLadder(config, asked) : bringIn(config, asked))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    return 2
  }
}

/** Opens what the command needs, and closes it again. */
async function withMedia(config: Config, work: (media: Media) => Promise<number>): Promise<number> {
  return withDatabase(config, 'npm run ingest', async (databaseUrl) => {
    const masterKey = await openPrepared(databaseUrl, config, () => undefined)
    // What goes wrong is said in words below, or thrown.
    const log = createLog({ level: 'silent', role: 'ingest' })
    const queue = createQueue({ url: databaseUrl, log })
    const app = await createApp({ config, databaseUrl, masterKey, log, clock: systemClock, queue })
    try {
      // The title's images and fonts are made by the worker that runs, or by the next one.
      await queue.start(queuesOf(app.capabilities))
      return await work(app.domains.media)
    } finally {
      await queue.stop()
      await app.close()
    }
  })
}

function bringIn(config: Config, { draft, sources, language, background }: IngestArguments): Promise<number> {
  const text = TEXT[language]
  return withMedia(config, async (media) => {
    try {
      const hasPreview = draft.restriction !== 'III'
      const jobId = await media.ingest.add({ title: { draft }, sources, background, hasPreview })
      return await follow(media, jobId, text)
    } catch (error) {
      return refused(error, text)
    }
  })
}

/** Does the job in this process, and says how far it is. */
async function follow(media: Media, jobId: string, text: Text): Promise<number> {
  const cancel = () => void media.ingest.cancel(jobId)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, cancel)
  const line = createProgressLine()
  const show = async () => {
    const job = await media.ingest.job(jobId).catch(() => undefined)
    if (job?.state !== 'running' || !job.step) return
    if (job.error_code) return line.show(text.errors[job.error_code](job.error_params ?? {}))
    const now = { percent: job.percent, speed: job.speed, secondsLeft: job.seconds_left }
    line.show(`${text.steps[job.step]}  ${text.progress(now)}`)
  }
  const timer = setInterval(() => void show(), 1000)
  try {
    // A worker that has just started may have found the job first: then it is watched from here.
    while ((await media.ingest.run(jobId)) === 'busy') await wait(WATCH_MS)
  } finally {
    clearInterval(timer)
    line.end()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, cancel)
  }
  const job = await media.ingest.job(jobId)
  if (job?.state === 'done') {
    console.log(job.program_id)
    return 0
  }
  console.error(text.errors[job?.error_code ?? 'ENCODER_FAILED'](job?.error_params ?? {}))
  return job?.state === 'cancelled' ? 130 : 1
}

function refused(error: unknown, text: Text): number {
  if (error instanceof IngestError) console.error(text.errors[error.code](error.params))
  else if (error instanceof AppError) {
    console.error(formatDraftIssues(error, text).join('\n'))
  } else throw error
  return 1
}

/** Everything that the catalogue refuses of a title, a sentence each. */
export function formatDraftIssues({ code, details: { fields = {} } }: AppError, text: Text): string[] {
  const faults = Object.values(fields).map((written) => {
    const read = parseDraftIssue(written)
    return read ? text.draftFaults[read.fault](read.about) : written
  })
  return faults.length > 0 ? faults : [code]
}

/** One line that is written over on a terminal; elsewhere a line a minute, so that a log stays short. */
function createProgressLine() {
  const { stderr } = process
  let shown = 0
  return {
    show(text: string) {
      if (stderr.isTTY) stderr.write(`\r\u001B[2K${text}`)
      else if (shown % 60 === 0) stderr.write(`${text}\n`)
      shown++
    },
    end() {
      if (stderr.isTTY && shown > 0) stderr.write('\n')
    },
  }
}

/** Prints the exact command that makes rungs and sound, without loudness: what the whole ingest is measured against. */
async function printLadder(config: Config, { sources, language }: IngestArguments): Promise<number> {
  const transcoder = createFfmpeg(await findBinaries({ ffmpeg: config.FFMPEG_PATH, ffprobe: config.FFPROBE_PATH }))
  try {
    const film = sources.find((source) => source.role === 'film')!
    console.log(transcoder.commandLine(await checkedPlan(transcoder, film.file), '.'))
    return 0
  } catch (error) {
    return refused(error, TEXT[language])
  }
}
