import { pausingWhenFull } from '#server/kit/full-disk-pause.ts'
import type { Log } from '#server/kit/log.ts'
import type { Queue } from '#server/kit/queue.ts'
import type { Capability } from '../capability.ts'

/** The queues of this domain. Each job works off a backlog in the database, so one waiting job is enough. */
export const IMAGE_QUEUES = { images: 'images-prepare', titleFonts: 'title-fonts-cut' } as const
type ImageQueue = (typeof IMAGE_QUEUES)[keyof typeof IMAGE_QUEUES]

/** A backlog is looked for at this interval: what was added in the last moment of a job waits no longer. */
const BACKLOG_EVERY_MS = 60_000

type Add = Pick<Queue, 'add'>

const request = (queue: Add, name: ImageQueue) => queue.add(name, {}, { key: 'backlog' })

/** Asks for the work. A job that runs already sees what was added meanwhile, except for its very last moment. */
export const requestImages = (queue: Add) => () => request(queue, IMAGE_QUEUES.images)
export const requestTitleFonts = (queue: Add) => () => request(queue, IMAGE_QUEUES.titleFonts)

export interface Backlog {
  readonly queue: ImageQueue
  /** A channel that tells of new work. */
  readonly wakeOn: string | undefined
  /** The log line of an item that cannot be done. */
  readonly failure: string
  work(signal: AbortSignal, onFailure: (hash: string, error: unknown) => void): Promise<void>
}

/** A backlog that a worker works off, and looks for at its start. */
export const backlogCapability = ({ queue: name, wakeOn, failure, work }: Backlog): Capability => ({
  jobs: [
    {
      queue: name,
      work: (_payload, { signal, log }) =>
        pausingWhenFull({ signal, log }, () =>
          work(signal, (hash, error) => logFailure(log, { hash, error, failure })),
        ),
    },
  ],
  dueWork: [{ name, everyMs: BACKLOG_EVERY_MS, wakeOn, run: ({ queue }) => request(queue, name) }],
})

const logFailure = (log: Log, { hash, error, failure }: { hash: string; error: unknown; failure: string }) =>
  log.error({ err: error, hash }, failure)
