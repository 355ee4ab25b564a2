import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#contract/errors.ts'
import { type IngestNote, parseDraftIssue } from '#contract/ingest.ts'
import type { Config } from '#server/config.ts'
import { createFfmpeg } from '#server/adapters/ffmpeg/ffmpeg-transcoder.ts'
import { findBinaries } from '#server/adapters/ffmpeg/binaries.ts'
import { createApp } from '#server/app.ts'
import { checkedPlan, IngestError, type Media } from '#server/domains/media/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import { isDatabaseDown } from '#server/kit/database-down.ts'
import { createLog } from '#server/kit/log.ts'
import { queuesOf } from '#server/jobs/worker.ts'
import { createQueue } from '#server/kit/queue.ts'
import { ingest as en } from '#text/en_US/operators.ts'
import { ingest as zh } from '#text/zh_HK/operators.ts'
import { runCommand } from './command.ts'
import { INGEST, type IngestArguments, readIngestArguments } from './ingest-arguments.ts'
import { openPrepared } from './prepare.ts'
import { importTitles, writeTemplate } from './title-import.ts'
import { withDatabaseUrl } from './with-app.ts'

const BUSY_POLL_MS = 1000

const TEXT = { zh_HK: zh, en_US: en }
type Text = (typeof TEXT)['zh_HK']

/**
 * `npm run ingest`: ingests one video and publishes it, or imports a file of titles. Prints progress, then the programId.
 * Ctrl-C cancels and removes all output. After SIGKILL the next worker resumes the job. `folder`: that of relative file names.
 * @returns 0 done, 1 video or title refused, 2 invalid arguments, 130 cancelled
 */
export const ingestCommand = (config: Config, args: readonly string[], folder: string): Promise<number> =>
  runCommand(INGEST, args, () => {
    const parsed = readIngestArguments(args, folder)
    if (parsed.template !== undefined) return writeTemplate(parsed.template, parsed.language)
    if (parsed.manifest) return importTitles(config, parsed.manifest, parsed.language)
    return parsed.printLadder ? printLadder(config, parsed) : ingest(config, parsed)
  })

async function withMedia(config: Config, work: (media: Media) => Promise<number>): Promise<number> {
  return withDatabaseUrl(config, 'ingest', async (databaseUrl) => {
    const masterKey = await openPrepared(databaseUrl, config, () => undefined)
    // Errors are printed below as messages, or thrown.
    const log = createLog({ level: 'silent', role: 'ingest' })
    const queue = createQueue({ url: databaseUrl, log })
    const app = await createApp({ config, databaseUrl, masterKey, log, clock: systemClock, queue })
    try {
      // The title's images and fonts are processed by the running worker, or by the next one.
      await queue.start(queuesOf(app.modules))
      return await work(app.domains.media)
    } finally {
      await queue.stop()
      await app.close()
    }
  })
}

function ingest(config: Config, { draft, sources, language, background }: IngestArguments): Promise<number> {
  const text = TEXT[language]
  return withMedia(config, async (media) => {
    try {
      const hasPreview = draft.restriction !== 'III'
      if (media.ingest.copiesSources) console.error(text.copying)
      const jobId = await media.ingest.add({ title: { draft }, sources, background, hasPreview })
      return await followJob(media.ingest, jobId, text)
    } catch (error) {
      return refused(error, text)
    }
  })
}

/** Longer than the database takes to come back after a crash or a failover. */
const OUTAGE_MAX_MS = 300_000

/** Runs a job, or shows how a worker does, also when the database is lost meanwhile. */
export async function followJob(
  ingest: Pick<Media['ingest'], 'run' | 'job' | 'cancel'>,
  jobId: string,
  text: Text,
): Promise<number> {
  const cancel = () => void ingest.cancel(jobId).catch(() => undefined)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, cancel)
  const line = createProgressLine()
  let told = 0
  const tell = (notes: readonly IngestNote[] = []) => {
    for (const { code, params } of notes.slice(told)) line.print(text.notes[code](params))
    told = Math.max(told, notes.length)
  }
  const show = async () => {
    const job = await ingest.job(jobId).catch(() => undefined)
    tell(job?.notes)
    if (job?.state !== 'running' || !job.step) return
    if (job.error_code) return line.show(text.errors[job.error_code](job.error_params ?? {}))
    const progress = { percent: job.percent, speed: job.speed, secondsLeft: job.seconds_left }
    line.show(`${text.steps[job.step]}  ${text.progress(progress)}`)
  }
  await show()
  const timer = setInterval(() => void show(), 1000)
  const throughOutages = async <T>(work: () => Promise<T>): Promise<T> => {
    for (const endsMs = performance.now() + OUTAGE_MAX_MS; ;) {
      try {
        return await work()
      } catch (error) {
        if (!isDatabaseDown(error) || performance.now() > endsMs) throw error
        line.show(text.databaseLost)
        await wait(BUSY_POLL_MS)
      }
    }
  }
  try {
    // A worker that has just started may have claimed the job first; its progress is shown instead.
    while ((await throughOutages(() => ingest.run(jobId))) === 'busy') await wait(BUSY_POLL_MS)
  } finally {
    clearInterval(timer)
    line.end()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, cancel)
  }
  const job = await throughOutages(() => ingest.job(jobId))
  tell(job?.notes)
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

export function formatDraftIssues({ code, details: { fields = {} } }: AppError, text: Text): string[] {
  const problems = Object.values(fields).map((issue) => {
    const parsed = parseDraftIssue(issue)
    return parsed ? text.draftFaults[parsed.fault](parsed.about) : issue
  })
  return problems.length > 0 ? problems : [code]
}

/** On a terminal, rewrites one line; otherwise prints a line per minute to keep logs short. */
function createProgressLine() {
  const { stderr } = process
  let updates = 0
  return {
    show(text: string) {
      if (stderr.isTTY) stderr.write(`\r\u001B[2K${text}`)
      else if (updates % 60 === 0) stderr.write(`${text}\n`)
      updates++
    },
    print(text: string) {
      stderr.write(`${stderr.isTTY && updates > 0 ? '\r\u001B[2K' : ''}${text}\n`)
    },
    end() {
      if (stderr.isTTY && updates > 0) stderr.write('\n')
    },
  }
}

/** Prints the command that encodes rungs and audio, without loudness. It is the baseline of the ingest benchmark. */
async function printLadder(config: Config, { sources, language }: IngestArguments): Promise<number> {
  const transcoder = createFfmpeg(await findBinaries({ ffmpeg: config.FFMPEG_PATH, ffprobe: config.FFPROBE_PATH }), {
    hidden: [config.DATA_DIR],
  })
  try {
    const source = sources.find(({ role }) => role === 'film')!
    console.log(transcoder.commandLine(await checkedPlan(transcoder, source.file), '.'))
    return 0
  } catch (error) {
    return refused(error, TEXT[language])
  }
}
