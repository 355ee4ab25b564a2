import type { Kysely } from 'kysely'
import { pageChanges } from '#contract/admin/page-changes.ts'
import { type PageChange, type PageContent, type PageIssue, type PageTab, SITE_PAGE } from '#contract/admin/pages.ts'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, type Db, inSnapshot, inTransaction, type Tx } from '#server/kit/db.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import {
  createPlans,
  type Editor,
  findNamedTitles,
  knownImages,
  notifyChanged,
  type PlansDeps,
} from '../catalogue/index.ts'
import { lockPages, raiseVersions, readPages, writePage } from './page-content.repo.ts'
import { contentOf, type StoredPages } from './page-content.rules.ts'
import { hashOfImage, imagesOfPage, pageIssues, titlesOf } from './page-issues.rules.ts'
import { findVersion, keepVersion, type PageVersionKind, pageDrafts } from './page-versions.repo.ts'
import type { PagesDraft } from './pages-model.ts'
import { putPages } from './pages-writing.repo.ts'

export interface PagePublicationDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  /** @returns those of the ids that exist */
  readonly knownGoods: (db: Db, goodsIds: readonly string[]) => Promise<ReadonlySet<string>>
}

type Publication = {
  readonly scope: string
  readonly content: PageContent
  /** That the form was opened with. */
  readonly version?: number | undefined
}

export type PagePublication = ReturnType<typeof createPagePublication>

/** What viewers see of a page: each change makes a version. */
export function createPagePublication({ db, clock, knownGoods }: PagePublicationDeps) {
  return { check, requirePublishable, publish, nameOf }

  /** @throws AppError NOT_FOUND */
  async function check(scope: string, content: PageContent): Promise<PageIssue[]> {
    const pages = await inSnapshot(db, readPages)
    requirePage(pages, scope)
    return issuesOf(db, { pages, scope, content })
  }

  async function issuesOf(
    tx: Db,
    { pages, scope, content }: { pages: StoredPages; scope: string; content: PageContent },
  ): Promise<PageIssue[]> {
    const titles = await findNamedTitles(tx, titlesOf(content))
    const goods = content.banners.filter(({ bannerType }) => bannerType === 'product').map(({ url }) => url)
    return pageIssues(content, {
      scope,
      pages,
      titles: new Map(titles.map((title) => [title.programId, title])),
      images: await knownImages(tx, imagesOfPage(content).map(hashOfImage)),
      goods: await knownGoods(tx, goods),
      now: clock.now(),
    })
  }

  /** Locks the pages. @throws AppError NOT_FOUND, VERSION_CONFLICT; INVALID_INPUT for what may not be published */
  async function requirePublishable(tx: Tx, { scope, content, version: seen }: Publication): Promise<StoredPages> {
    await lockPages(tx)
    const pages = await readPages(tx)
    const stored = requirePage(pages, scope)
    if (stored.version !== seen) throw await conflictOf(tx, scope, stored)
    const issues = (await issuesOf(tx, { pages, scope, content })).filter(({ blocks }) => blocks)
    if (issues.length > 0) throw operatorRefusal({ is: 'pageIncomplete', count: issues.length })
    return pages
  }

  async function nameOf(tx: Tx, scope: string): Promise<PageTab['name'] | null> {
    const tab = (await readPages(tx)).tabs.find(({ tabId }) => tabId === scope)
    return scope === SITE_PAGE ? null : (tab?.name ?? { zh_HK: scope, en_US: scope })
  }

  /** `changed`: what it changed, for the audit log. @throws AppError as `requirePublishable` */
  async function publish(
    tx: Tx,
    { actor, operatorId }: Editor,
    publication: Publication,
  ): Promise<{ version: number; changes: PageChange[]; changed: string[] }> {
    const pages = await requirePublishable(tx, publication)
    const { scope, content } = publication
    const stored = requirePage(pages, scope)
    await pageDrafts.remove(tx, { id: scope, operatorId, content })
    await writePage(tx, pages, { scope, stored: stored.content, content })
    const after = await keepChanges(tx, pages, { actor, kind: 'publish' })
    await notifyChanged(tx)
    const changes = pageChanges(stored.content, content)
    const changed = changes.map(({ part, id, change }) => `${change} ${part}/${id}`)
    return { version: requirePage(after, scope).version, changes, changed }
  }

  /** A list that stands on several pages changes them all: each keeps what it was and what it is. */
  async function keepChanges(
    tx: Tx,
    before: StoredPages,
    by: { actor: string; kind: PageVersionKind },
  ): Promise<StoredPages> {
    const at = clock.now()
    const { after, changed } = await raiseVersions(tx, before)
    for (const scope of changed) {
      if (contentOf(before, scope)) await keepStored(tx, { pages: before, scope, at })
      if (contentOf(after, scope)) await keepVersion(tx, { scope, ...requirePage(after, scope), ...by, at })
    }
    return after
  }
}

interface PagePlansDeps extends PlansDeps {
  readonly publication: Pick<PagePublication, 'requirePublishable' | 'publish' | 'nameOf'>
}

/** Publications of pages at a time, carried out as those of titles. */
export function createPagePlans({ publication, ...deps }: PagePlansDeps) {
  return createPlans<PageContent>(deps, {
    kind: 'page',
    planned: 'pagePlanned',
    requirePublishable: (tx, { id: scope, ...planned }) => publication.requirePublishable(tx, { scope, ...planned }),

    publish: async (tx, editor, { id: scope, ...planned }) => {
      const { version, changed } = await publication.publish(tx, editor, { scope, ...planned })
      return { version, details: { changed } }
    },

    keepAsDraft: async (tx, operatorId, { id, ...draft }) => {
      const drafts = await pageDrafts.list(tx, id)
      if (drafts.some((each) => each.operatorId === operatorId)) return false
      return (await pageDrafts.write(tx, { id, operatorId, ...draft, seen: null, at: deps.clock.now() })) !== undefined
    },

    failedMail: async (tx, { id, cause }) => ({
      template: 'pagePlanFailed',
      params: { page: await publication.nameOf(tx, id), cause },
    }),
  })
}

/** @throws AppError NOT_FOUND */
export function requirePage(pages: StoredPages, scope: string): { version: number; content: PageContent } {
  const content = contentOf(pages, scope)
  if (!content) throw new AppError('NOT_FOUND')
  return { version: pages.versions.get(scope) ?? 1, content }
}

export const keepStored = (
  tx: Tx,
  { pages, scope, at }: { pages: StoredPages; scope: string; at: Temporal.Instant },
): Promise<void> => keepVersion(tx, { scope, ...requirePage(pages, scope), actor: 'system', kind: 'import', at })

async function conflictOf(
  tx: Tx,
  scope: string,
  { version, content }: { version: number; content: PageContent },
): Promise<AppError> {
  const kept = await findVersion(tx, scope, version)
  const { actor = 'system', at = Temporal.Instant.fromEpochMilliseconds(0) } = kept ?? {}
  return new AppError('VERSION_CONFLICT', { current: { version, content }, by: actor, at: at.toString() })
}

/** Replaces records by id, and the carousels of the named tabs. Pages that differ afterwards have a new version. */
export const arrangePages = (db: Db, draft: PagesDraft): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockPages(tx)
    const before = await readPages(tx)
    await putPages(tx, draft)
    await raiseVersions(tx, before)
    await notifyChanged(tx)
  })
