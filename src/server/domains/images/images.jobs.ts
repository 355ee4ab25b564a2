import { pausingWhenFull } from '#server/kit/full-disk-pause.ts'
import type { Log } from '#server/kit/log.ts'
import type { Queue } from '#server/kit/queue.ts'
import type { Images } from './images.service.ts'
import type { TitleFonts } from './title-fonts.service.ts'

/** The queues of this domain. Each job works off a backlog in the database, so one waiting job says all that is to be said. */
export const IMAGE_QUEUES = { images: 'images-prepare', titleFonts: 'title-fonts-cut' } as const

/** Asks for the work. One that runs already sees what was added meanwhile, but for the very last moment: the next asking mends that. */
export const requestImages = (queue: Queue) => () => queue.add(IMAGE_QUEUES.images, {}, { key: 'backlog' })
export const requestTitleFonts = (queue: Queue) => () => queue.add(IMAGE_QUEUES.titleFonts, {}, { key: 'backlog' })

export type ImageWorkers = { images: Images; titleFonts: TitleFonts; log: Log }

/** Works both queues (worker role), and starts with what was left undone. */
export async function workImageQueues(queue: Queue, { images, titleFonts, log }: ImageWorkers): Promise<void> {
  await queue.work(IMAGE_QUEUES.titleFonts, (_payload, signal) =>
    pausingWhenFull({ signal, log }, () =>
      titleFonts.cutBacklog(signal, (hash, err) => log.error({ err, hash }, 'title font subset failed')),
    ),
  )
  await queue.work(IMAGE_QUEUES.images, (_payload, signal) =>
    pausingWhenFull({ signal, log }, () =>
      images.prepareBacklog(signal, (hash, err) => log.error({ err, hash }, 'image processing failed')),
    ),
  )
  await requestTitleFonts(queue)()
  await requestImages(queue)()
}
