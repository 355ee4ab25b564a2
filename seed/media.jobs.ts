import type { Media } from '#server/domains/media/index.ts'
import type { SeedMedia } from './main.ts'

/** Adapts the media domain to the seed. The worker finds the jobs in the database when it starts. */
export const seedMedia = ({ ingest, importPackage }: Pick<Media, 'ingest' | 'importPackage'>): SeedMedia => ({
  add: (job) => ingest.add(job),
  importPackage: (request) => importPackage(request),
  laddered: () => ingest.laddered(),
  playing: () => ingest.playing(),
  async pending() {
    const jobs = await Promise.all((await ingest.unfinished()).map((jobId) => ingest.job(jobId)))
    return jobs.flatMap((job) => {
      if (!job || !('programGuid' in job.request.title)) return []
      const { also = [], title, sources } = job.request
      return [title.programGuid, ...also].flatMap((programGuid) => sources.map(({ role }) => ({ programGuid, role })))
    })
  },
})
