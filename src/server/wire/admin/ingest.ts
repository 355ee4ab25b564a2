import * as endpoints from '#contract/admin/ingest.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { IngestTarget } from '#server/domains/catalogue/index.ts'
import type { Media } from '#server/domains/media/index.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

type Job = Awaited<ReturnType<Media['uploadedIngests']['find']>>

const subjectOfTitle = (programGuid: string): string => `title:${programGuid.replace(/\.s\d+e\d+$/, '')}`

const subjectOf = (jobId: string): string => `ingest:${jobId}`

const targetOf = ({ programId, programGuid, title, season, episode }: IngestTarget) => ({
  programId,
  programGuid,
  title: { zh_HK: title.zh, en_US: title.en },
  season,
  episode,
})

function jobOf({ fault, createdAt, finishedAt, programGuid, ...job }: Job, targets: ReadonlyMap<string, IngestTarget>) {
  const isOver = job.state !== 'queued' && job.state !== 'running'
  const target = programGuid === null ? undefined : targets.get(programGuid)
  return {
    ...job,
    target: target ? targetOf(target) : null,
    error: isOver ? fault : null,
    waitingFor: isOver ? null : fault,
    createdAt: wireInstant(createdAt),
    finishedAt: finishedAt && wireInstant(finishedAt),
  }
}

const guidsOf = (jobs: readonly Job[]): string[] => jobs.flatMap(({ programGuid }) => programGuid ?? [])

export const ingest = bindAdmin(endpoints, ({ db, media, ingestTargets }) => ({
  list: async (query) => {
    const page = await media.uploadedIngests.list(query)
    const targets = await ingestTargets.find(db, guidsOf(page.list))
    return { ...page, list: page.list.map((job) => jobOf(job, targets)) }
  },

  find: async ({ jobId }) => {
    const job = await media.uploadedIngests.find(jobId)
    return jobOf(job, await ingestTargets.find(db, guidsOf([job])))
  },

  targets: async ({ text, season, episode }) => {
    const found = await ingestTargets.search(db, { text, season, episode, limit: endpoints.TARGETS_MAX })
    return { list: found.map((one) => ({ ...targetOf(one), hasFilm: one.hasFilm, releaseYear: one.releaseYear })) }
  },

  start: async ({ programGuid, sources }, call) => {
    const target = (await ingestTargets.find(call.tx, [programGuid])).get(programGuid)
    if (!target) throw operatorRefusal({ is: 'ingestTargetUnknown' })
    if (target.isSeries && sources.some(({ role }) => role === 'film')) throw operatorRefusal({ is: 'ingestOfSeries' })
    const jobId = await media.uploadedIngests.start(call.tx, {
      title: { programId: target.programId, programGuid },
      hasPreview: target.restriction !== 'III',
      sources,
      operatorId: call.operator.operatorId,
    })
    await call.record({ subject: subjectOf(jobId), after: { programGuid, sources } })
    return { jobId }
  },

  trackList: async ({ assetId }) => media.uploadedIngests.listTracks(assetId),

  tracks: async ({ assetId, add, remove, labels }, call) => {
    const { operatorId } = call.operator
    const change = { assetId, add, remove, labels, operatorId }
    const { jobId, programGuid } = await media.uploadedIngests.changeTracks(call.tx, change)
    await call.record({
      subject: subjectOfTitle(programGuid),
      after: { assetId, add, remove, labels },
      details: { jobId },
    })
    return { jobId }
  },

  former: async ({ programId }) => {
    const list = await media.findFormer(programId)
    return {
      list: list.map(({ replacedAt, keptUntil, ...asset }) => ({
        ...asset,
        replacedAt: wireInstant(replacedAt),
        keptUntil: wireInstant(keptUntil),
      })),
    }
  },

  takeBack: async ({ assetId }, call) => {
    const { programGuid, replaced } = await media.restoreEdition(call.tx, assetId)
    await call.record({ subject: subjectOfTitle(programGuid), before: { assetId: replaced }, after: { assetId } })
    return { programGuid }
  },

  cancel: async ({ jobId }, call) => {
    await media.uploadedIngests.cancel(call.tx, jobId)
    await call.record({ subject: subjectOf(jobId) })
    return { jobId }
  },

  retry: async ({ jobId: earlier }, call) => {
    const jobId = await media.uploadedIngests.retry(call.tx, earlier)
    await call.record({ subject: subjectOf(jobId), details: { earlier } })
    return { jobId }
  },
}))
