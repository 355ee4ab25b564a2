import { pausingWhenFull } from '#server/kit/full-disk-pause.ts'
import type { Log } from '#server/kit/log.ts'
import type { Queue } from '#server/kit/queue.ts'
import type { DomainModule } from '../domain-module.ts'

/** Each job processes the whole backlog in the database. */
export const IMAGE_QUEUES = { images: 'images-prepare', titleFonts: 'title-fonts-cut' } as const
type ImageQueue = (typeof IMAGE_QUEUES)[keyof typeof IMAGE_QUEUES]

/** Bounds the wait of rows added while a job ends. */
const BACKLOG_EVERY_MS = 60_000

type Add = Pick<Queue, 'add'>

const request = (queue: Add, name: ImageQueue) => queue.add(name, {}, { key: 'backlog' })

export const requestImages = (queue: Add) => () => request(queue, IMAGE_QUEUES.images)
export const requestTitleFonts = (queue: Add) => () => request(queue, IMAGE_QUEUES.titleFonts)

export interface Backlog {
  readonly queue: ImageQueue
  readonly wakeOn: string | undefined
  readonly failure: string
  work(signal: AbortSignal, onFailure: (hash: string, error: unknown) => void): Promise<void>
}

export const backlogModule = ({ queue: name, wakeOn, failure, work }: Backlog): DomainModule => ({
  jobs: [
    {
      queue: name,
      role: 'encoder',
      work: (_payload, { signal, log }) =>
        pausingWhenFull({ signal, log }, () =>
          work(signal, (hash, error) => logFailure(log, { hash, error, failure })),
        ),
    },
  ],
  scheduledTasks: [
    { name, everyMs: BACKLOG_EVERY_MS, wakeOn, role: 'encoder', run: ({ queue }) => request(queue, name) },
  ],
})

const logFailure = (log: Log, { hash, error, failure }: { hash: string; error: unknown; failure: string }) =>
  log.error({ err: error, hash }, failure)
