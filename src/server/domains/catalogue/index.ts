/**
 * Catalogue: titles, episodes, people, tags, licence windows, assets. Owns title, episode, person, tag, title_person, licence,
 * title_asset, title_change, title_row, title_draft, title_version, draft_asset, planned_change, bulk_job, bulk_row. All title lists
 * of all domains pass `visible`. Never decides playback (access) or encodes (media).
 */
export type { ListViewer } from './lists.service.ts'
export { type Catalogue, createCatalogue } from './titles.service.ts'
export { createTitleEditing, type TitleEditing } from './editing.service.ts'
export type { TitlePublication } from './title-publication.service.ts'
export { createPlans, PLANS_EVERY_MS, type PlansDeps } from './plans.service.ts'
export { type CataloguePeople, createCataloguePeople, personSubject } from './people.service.ts'
export { blockingIssues } from './content.rules.ts'
export { findNamedPeople, findNamedTags, type NamedPerson, type NamedTag } from './names.repo.ts'
export { findNamedTitles, type NamedTitle, type TitleRow } from './title-rows.repo.ts'
export { knownImages } from './title-content.repo.ts'
export type { TitleDraft } from '#contract/ingest.ts'
export { episodeGuid, openLicences, VOD_TYPE_OF } from './drafts.rules.ts'
export type * from './titles-model.ts'
export type { ListedWindow, PopularTitle } from './titles-model.ts'
export { licenceWindows, windowOf, type WindowRow } from './listing.repo.ts'
export { createOpenWindows } from './listing-columns.rules.ts'
export { noFacets } from './cards.repo.ts'
export { computedScopes, type OrderKey, type RankedScope, type RankedTitles, type TitleScope } from './titles.query.ts'
export { CATALOGUE_CHANNEL, notifyChanged, weighTitles } from './titles.repo.ts'
export { createTitleIndex, type TitleIndexSource } from './title-index.service.ts'
export { findOwnDrafts } from './title-content.repo.ts'
export { findTargets, type IngestTarget, searchTargets } from './ingest-targets.repo.ts'
export { visible } from './titles.query.ts'
import './titles-model.ts'
