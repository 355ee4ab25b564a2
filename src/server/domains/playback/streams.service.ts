import { AppError } from '#contract/errors.ts'
import { GRANT_HOURS } from '#contract/orders.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import type { DomainModule } from '../domain-module.ts'
import { createAccountStreams } from './account-streams.ts'
import type { AccountStream, StreamTitles } from './ports.ts'
import { createStreamSlots, type StreamSlotsDeps } from './stream-slots.service.ts'
import { findLiveStreams, removeOldStreams, removeStreamsOf, stopStream } from './streams.repo.ts'
import { lapsedBefore } from './streams.rules.ts'

export type StreamsDeps = Omit<StreamSlotsDeps, 'accountStreams'> & { titles: StreamTitles }

export type Streams = ReturnType<typeof createStreams>

const DUE_EVERY_MS = 10 * 60_000

/** The streams that an account plays at once: their slots, who holds them, and stopping one from another device (decision 045). */
export function createStreams({ titles, ...deps }: StreamsDeps) {
  const { db, reads, clock, devices } = deps
  const accountStreams = createAccountStreams(titles)
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'streams', everyMs: DUE_EVERY_MS, run: deleteOld }],
    personalData: { name: 'streams', collect, erase: (tx, { accountId }) => removeStreamsOf(tx, accountId) },
  }
  return { ...createStreamSlots({ ...deps, accountStreams }), list, end, domainModule }

  /** The running streams of the viewer's account. */
  async function list(viewer: MemberViewer): Promise<AccountStream[]> {
    const [running, signedIn] = await Promise.all([
      findLiveStreams(reads, { accountId: viewer.accountId, after: lapsedBefore(clock.now()) }),
      devices.devices(viewer),
    ])
    return accountStreams.named(viewer, accountStreams.ofDevices(running, signedIn), signedIn)
  }

  /** Stops a running stream of the viewer's account. @throws NOT_FOUND */
  async function end({ accountId }: MemberViewer, streamId: string): Promise<void> {
    const at = clock.now()
    if (!(await stopStream(db, { accountId, streamId, at, after: lapsedBefore(at) }))) throw new AppError('NOT_FOUND')
  }

  /** A grant lives for hours, and so does the knowledge that its stream was stopped. */
  function deleteOld(): Promise<void> {
    return removeOldStreams(db, clock.now().subtract({ hours: GRANT_HOURS + 1 }))
  }

  async function collect({ accountId }: { accountId: string }): Promise<object[]> {
    const running = await findLiveStreams(db, { accountId, after: lapsedBefore(clock.now()) })
    return running.map(({ programId, since }) => ({ programId, since: since.toString() }))
  }
}
