import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { AssetAttachment, AssetFacts, AssetRole } from './titles-model.ts'
import { type AssetJson, assetJson, assetOf } from './cards.repo.ts'
import { NO_VOTES, type PreviewFacts, type PreviewAsset } from './title-previews.rules.ts'

type AssetRow = { programGuid: string; role: AssetRole }

type FactsRow = {
  program_id: string
  votes: number | null
  rating: number | null
  score: number | null
  assets: (AssetRow & { asset: AssetJson })[]
  drafted: (AssetRow & { attachment: AssetAttachment })[]
}

/** What a draft does not say of a title: its votes and its videos, also those that wait for the publication. */
export async function findPreviewFacts(
  db: Db,
  programIds: readonly string[],
): Promise<ReadonlyMap<string, PreviewFacts>> {
  const { rows } = await sql<FactsRow>`
    select d.program_id, t.votes, t.rating, t.score,
      (select coalesce(jsonb_agg(jsonb_build_object('programGuid', a.program_guid, 'role', a.role, 'asset', ${assetJson})), '[]')
        from title_asset a where a.program_id = d.program_id) as assets,
      (select coalesce(jsonb_agg(jsonb_build_object('programGuid', w.program_guid, 'role', w.role, 'attachment', w.attachment)), '[]')
        from draft_asset w where w.program_id = d.program_id) as drafted
    from unnest(${[...programIds]}::text[]) as d (program_id) left join title t using (program_id)`.execute(db)
  return new Map(
    rows.map(({ program_id, assets, drafted, votes, rating, score }) => [
      program_id,
      {
        ...(votes === null ? NO_VOTES : { votes, rating: rating!, score: score! }),
        assets: [
          ...drafted.map(({ attachment, ...asset }): PreviewAsset => ({ ...asset, facts: factsOf(attachment) })),
          ...assets.map(({ asset, ...of }): PreviewAsset => ({ ...of, facts: assetOf(asset)! })),
        ],
      },
    ]),
  )
}

/** Without the clip: nothing of a video that waits is public. */
const factsOf = ({
  assetId,
  facts: { durationMs, maxResolution, audio, subtitleLanguages },
}: AssetAttachment): AssetFacts => ({
  assetId,
  durationMs,
  maxResolution,
  ...audio,
  subtitleLanguages,
  previewKey: null,
})
